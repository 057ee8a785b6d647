// The limit: rooms over websockets in one thread of C, one epoll loop, nothing checked or kept.
//
// usage: climit PORT MODE
//   send   one send() for each socket of the room
//   uring  one submit for the whole room (needs -DWITH_URING)
//
// gcc -O2 -o climit climit.c
// gcc -O2 -DWITH_URING -o climit climit.c -luring
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#ifdef WITH_URING
#include <liburing.h>
#endif
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

typedef uint32_t u32;

static u32 rol(u32 x, int n) {
    return x << n | x >> (32 - n);
}

static void sha1(const unsigned char *d, int n, unsigned char *out) {
    u32 h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    unsigned char b[256] = {0};
    memcpy(b, d, n);
    b[n] = 0x80;
    int T = ((n + 8) / 64 + 1) * 64;
    uint64_t bl = n * 8ull;
    for (int i = 0; i < 8; i++) {
        b[T - 1 - i] = bl >> (8 * i);
    }
    for (int o = 0; o < T; o += 64) {
        u32 w[80];
        for (int i = 0; i < 16; i++) {
            w[i] = b[o + 4 * i] << 24 | b[o + 4 * i + 1] << 16 | b[o + 4 * i + 2] << 8 |
                   b[o + 4 * i + 3];
        }
        for (int i = 16; i < 80; i++) {
            w[i] = rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        }
        u32 a = h[0], bb = h[1], c = h[2], dd = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            u32 f, k;
            if (i < 20) {
                f = (bb & c) | (~bb & dd);
                k = 0x5A827999;
            } else if (i < 40) {
                f = bb ^ c ^ dd;
                k = 0x6ED9EBA1;
            } else if (i < 60) {
                f = (bb & c) | (bb & dd) | (c & dd);
                k = 0x8F1BBCDC;
            } else {
                f = bb ^ c ^ dd;
                k = 0xCA62C1D6;
            }
            u32 t = rol(a, 5) + f + e + k + w[i];
            e = dd;
            dd = c;
            c = rol(bb, 30);
            bb = a;
            a = t;
        }
        h[0] += a;
        h[1] += bb;
        h[2] += c;
        h[3] += dd;
        h[4] += e;
    }
    for (int i = 0; i < 5; i++) {
        out[4 * i] = h[i] >> 24;
        out[4 * i + 1] = h[i] >> 16;
        out[4 * i + 2] = h[i] >> 8;
        out[4 * i + 3] = h[i];
    }
}

static void b64(const unsigned char *d, int n, char *o) {
    const char *t = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int k = 0;
    for (int i = 0; i < n; i += 3) {
        u32 v = d[i] << 16 | (i + 1 < n ? d[i + 1] << 8 : 0) | (i + 2 < n ? d[i + 2] : 0);
        o[k++] = t[v >> 18];
        o[k++] = t[v >> 12 & 63];
        o[k++] = i + 1 < n ? t[v >> 6 & 63] : '=';
        o[k++] = i + 2 < n ? t[v & 63] : '=';
    }
    o[k] = 0;
}

typedef struct {
    int open, room, n;
    char buf[1024];
} conn;

static conn *C[65536];

typedef struct {
    int *fd, n, cap;
} room;

static room R[20000];
#ifdef WITH_URING
static struct io_uring ring;
static int uring;
#endif
#ifdef WITH_URING
static void submit_all(void) {
    struct io_uring_cqe *done;
    unsigned at, n = 0;
    io_uring_submit(&ring);
    io_uring_for_each_cqe(&ring, at, done) {
        n++;
    }
    io_uring_cq_advance(&ring, n);
}

static void fan_uring(room *r, const unsigned char *f, int n) {
    for (int i = 0; i < r->n; i++) {
        struct io_uring_sqe *s = io_uring_get_sqe(&ring);
        if (!s) {
            submit_all();
            s = io_uring_get_sqe(&ring);
        }
        io_uring_prep_send(s, r->fd[i], f, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    submit_all();
}
#endif

static void fan(room *r, const unsigned char *f, int n) {
#ifdef WITH_URING
    if (uring) {
        fan_uring(r, f, n);
        return;
    }
#endif
    for (int i = 0; i < r->n; i++) {
        send(r->fd[i], f, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

static int listener, epoll;

static void watch(int fd) {
    struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
}

static void start_listening(int port) {
    int one = 1;
    struct sockaddr_in a = {0};
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (void *)&a, sizeof a)) {
        perror("bind");
        exit(1);
    }
    listen(listener, 4096);
    puts("ready");
    fflush(stdout);
    epoll = epoll_create1(0);
    watch(listener);
}

static void accept_all(void) {
    int fd, one = 1;
    while ((fd = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        C[fd] = calloc(1, sizeof(conn));
        watch(fd);
    }
}

static void drop(int fd) {
    conn *c = C[fd];
    close(fd);
    if (c->open) {
        room *r = &R[c->room];
        for (int i = 0; i < r->n; i++) {
            if (r->fd[i] == fd) {
                r->fd[i] = r->fd[--r->n];
                break;
            }
        }
    }
    free(c);
    C[fd] = 0;
}

// Answers the request once it is whole; its path "/r/7" names the room, any other is room 0.
static void shake_hands(int fd) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    conn *c = C[fd];
    char *at = strcasestr(c->buf, "sec-websocket-key: ");
    if (!strstr(c->buf, "\r\n\r\n") || !at) {
        return;
    }
    char key[128], accepted[40], answer[256];
    unsigned char digest[20];
    int n = 0;
    for (at += 19; *at != '\r' && n < 64; at++) {
        key[n++] = *at;
    }
    memcpy(key + n, guid, 36);
    sha1((void *)key, n + 36, digest);
    b64(digest, 20, accepted);
    n = sprintf(answer,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                accepted);
    send(fd, answer, n, MSG_NOSIGNAL);
    c->room = strncmp(c->buf, "GET /r/", 7) ? 0 : atoi(c->buf + 7);
    room *r = &R[c->room];
    if (r->n == r->cap) {
        r->cap = r->cap ? r->cap * 2 : 4;
        r->fd = realloc(r->fd, r->cap * sizeof *r->fd);
    }
    r->fd[r->n++] = fd;
    c->open = 1;
    c->n = 0;
}

// Unmasks the first frame of the buffer and sends it to the room; 0 if there is no whole frame.
static int relay(int fd) {
    conn *c = C[fd];
    unsigned char *b = (void *)c->buf, f[2048];
    int size = b[1] & 127, start = 2, n = 0;
    if (c->n < 6 || (size == 126 && c->n < 8)) {
        return 0;
    }
    f[n++] = b[0];
    f[n++] = size;
    if (size == 126) {
        size = b[2] << 8 | b[3];
        start = 4;
        f[n++] = b[2];
        f[n++] = b[3];
    }
    int whole = start + 4 + size;
    if (c->n < whole) {
        return 0;
    }
    if ((b[0] & 15) == 8) {
        shutdown(fd, SHUT_WR);
        return 0;
    }
    for (int i = 0; i < size; i++) {
        f[n++] = b[start + 4 + i] ^ b[start + (i & 3)];
    }
    fan(&R[c->room], f, n);
    memmove(c->buf, c->buf + whole, c->n - whole);
    c->n -= whole;
    return 1;
}

static void take(int fd) {
    conn *c = C[fd];
    int n = recv(fd, c->buf + c->n, sizeof c->buf - c->n - 1, 0);
    if (n <= 0) {
        if (n == 0 || errno != EAGAIN) {
            drop(fd);
        }
        return;
    }
    c->n += n;
    c->buf[c->n] = 0;
    if (!c->open) {
        shake_hands(fd);
        return;
    }
    while (relay(fd)) {
    }
}

static void choose(const char *mode) {
#ifdef WITH_URING
    uring = !strcmp(mode, "uring");
    struct io_uring_params p = {.flags = IORING_SETUP_CQSIZE | IORING_SETUP_SINGLE_ISSUER,
                                .cq_entries = 16384};
    if (uring && io_uring_queue_init_params(8192, &ring, &p)) {
        perror("uring");
        exit(1);
    }
#else
    if (strcmp(mode, "send")) {
        fprintf(stderr, "made without io_uring\n");
        exit(1);
    }
#endif
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: climit PORT send|uring\n");
        return 2;
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    choose(words[2]);
    start_listening(atoi(words[1]));
    static struct epoll_event events[1024];
    for (;;) {
        int n = epoll_wait(epoll, events, 1024, -1);
        for (int i = 0; i < n; i++) {
            int fd = events[i].data.fd;
            if (fd == listener) {
                accept_all();
            } else {
                take(fd);
            }
        }
    }
}
