// A load generator: many raw websockets in one thread, one epoll loop. One JSON line a run.
//
// gcc -O2 -o lg lg.c -lm
//
// -m MODE      fanout: connection 0 sends, all must hear, then the next
//              pairs:  two in each room /r/N answer each other
//              open:   pairs at a fixed rate (--rate moves a second)
//              accept, idle: connect, wait, and report handshakes, CPU and memory
// -n COUNT -p PORT -t SECONDS -w SECONDS (of warming up) -s BYTES (of a message)
// --pid PID    process whose CPU time and memory are measured; several may be given
// --path PATH  with %d for the room; --paths FILE has one path a line, for each connection
// --protocol NAME  the subprotocol to offer
// --hello TEXT first message of each connection (\xNN escapes); --prefix, --suffix: of a message
// --min BYTES  shorter messages are not counted as deliveries
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t u64;
typedef uint32_t u32;

enum { CLOSED, CONNECTING, UPGRADING, OPEN };

typedef struct {
    int fd, st;
    u64 t0;
    u64 got;
    u64 need;
    unsigned char hdr[14];
    int hl;
    u64 rem;
    int op;
    int hs;
    char hb[4];
    u64 plen;
} conn;

static conn *C;
static int N = 100, port = 9001, inflight = 128, warm = 1, secs = 3, size = 64, minlen = 32,
           text = 0, window = 1, srcn = 8;
static const char *mode = "fanout", *path = "/r/%d", *pathsfile = 0, *prefix = "", *suffix = "",
                  *hello = 0, *label = "";
static const char *protocol = "";
static int pids[8], npid;
static int roomdiv = 0;
static double rate = 0;
static char **paths;
static int hold_ms = 500, hello_text = 1, extra = 0, reqdeflate = 0;
static int ep;
static char rb[1 << 20];

static u64 now() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (u64)t.tv_sec * 1000000000ull + t.tv_nsec;
}

static u64 cpu_ns(int pid) {
    char p[64];
    snprintf(p, 64, "/proc/%d/task", pid);
    DIR *d = opendir(p);
    if (!d) {
        return 0;
    }
    struct dirent *e;
    u64 s = 0;
    while ((e = readdir(d))) {
        if (e->d_name[0] == '.') {
            continue;
        }
        char q[400];
        snprintf(q, 400, "/proc/%d/task/%s/schedstat", pid, e->d_name);
        FILE *f = fopen(q, "r");
        if (!f) {
            continue;
        }
        unsigned long long a = 0;
        if (fscanf(f, "%llu", &a) == 1) {
            s += a;
        }
        fclose(f);
    }
    closedir(d);
    return s;
}

static long rss_kb(int pid, const char *key) {
    char p[64];
    snprintf(p, 64, "/proc/%d/smaps_rollup", pid);
    FILE *f = fopen(p, "r");
    if (!f) {
        return 0;
    }
    char l[256];
    long v = 0;
    size_t kl = strlen(key);
    while (fgets(l, 256, f)) {
        if (!strncmp(l, key, kl)) {
            v = atol(l + kl + 1);
            break;
        }
    }
    fclose(f);
    return v;
}

static int unesc(const char *s, char *o) {
    int n = 0;
    while (*s) {
        if (*s == '\\' && s[1] == 'x') {
            char h[3] = {s[2], s[3], 0};
            o[n++] = strtol(h, 0, 16);
            s += 4;
        } else {
            o[n++] = *s++;
        }
    }
    return n;
}

static unsigned char frame[65536];
static int flen;

static int mkframe(unsigned char *o, const char *pl, int n, int op) {
    int k = 0;
    o[k++] = 0x80 | op;
    if (n < 126) {
        o[k++] = 0x80 | n;
    } else {
        o[k++] = 0x80 | 126;
        o[k++] = n >> 8;
        o[k++] = n & 255;
    }
    unsigned char m[4] = {0x11, 0x22, 0x33, 0x44};
    memcpy(o + k, m, 4);
    k += 4;
    for (int i = 0; i < n; i++) {
        o[k++] = pl[i] ^ m[i & 3];
    }
    return k;
}

static void sendall(int fd, const void *b, int n) {
    int r = send(fd, b, n, MSG_NOSIGNAL);
    if (r != n) {
        fprintf(stderr, "short send %d %d %s\n", r, n, strerror(errno));
        exit(3);
    }
}

static unsigned char hellof[4096];
static int hellofl;
static int started = 0, nopen = 0, nfail = 0;

static void startconn(int i) {
    conn *c = &C[i];
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (c->fd < 0) {
        perror("socket");
        exit(2);
    }
    int one = 1;
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, 4);
    setsockopt(c->fd, SOL_SOCKET, SO_REUSEADDR, &one, 4);
#ifndef IP_BIND_ADDRESS_NO_PORT
#define IP_BIND_ADDRESS_NO_PORT 24
#endif
    setsockopt(c->fd, SOL_IP, IP_BIND_ADDRESS_NO_PORT, &one, 4);
    struct linger lg = {1, 0};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &lg, sizeof lg);
    struct sockaddr_in a = {0};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(0x7f000002 + (i % srcn));
    if (bind(c->fd, (void *)&a, sizeof a)) {
        perror("bind");
        exit(2);
    }
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons(port);
    c->t0 = now();
    int r = connect(c->fd, (void *)&a, sizeof a);
    if (r && errno != EINPROGRESS) {
        perror("connect");
        exit(2);
    }
    c->st = CONNECTING;
    struct epoll_event e = {.events = EPOLLOUT, .data.u32 = i};
    epoll_ctl(ep, EPOLL_CTL_ADD, c->fd, &e);
    started++;
}

static u64 delivered;
static void (*ondeliver)(int i);

static void parse(int i, unsigned char *b, int n) {
    conn *c = &C[i];
    int k = 0;
    while (k < n) {
        if (c->rem) {
            u64 t = n - k;
            if (t > c->rem) {
                t = c->rem;
            }
            c->rem -= t;
            k += t;
            if (!c->rem) {
                if ((c->op == 1 || c->op == 2) && (int)c->plen >= minlen) {
                    delivered++;
                    c->got++;
                    if (ondeliver) {
                        ondeliver(i);
                    }
                }
                c->hl = 0;
            }
            continue;
        }
        c->hdr[c->hl++] = b[k++];
        if (c->hl >= 2) {
            int l = c->hdr[1] & 127;
            int need = 2 + (l == 126 ? 2 : l == 127 ? 8 : 0);
            if (c->hl == need) {
                u64 L = l;
                if (l == 126) {
                    L = c->hdr[2] << 8 | c->hdr[3];
                } else if (l == 127) {
                    L = 0;
                    for (int j = 0; j < 8; j++) {
                        L = L << 8 | c->hdr[2 + j];
                    }
                }
                c->op = c->hdr[0] & 15;
                c->plen = L;
                c->rem = L;
                if (!L) {
                    c->hl = 0;
                }
                if (c->op == 8) {
                    nfail++;
                }
            }
        }
    }
}

static u64 *hslat;
static int nhs;

static void io(int i, int ev) {
    conn *c = &C[i];
    if (c->st == CONNECTING) {
        int er = 0;
        socklen_t l = 4;
        getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &er, &l);
        if (er) {
            fprintf(stderr, "connect err %s\n", strerror(er));
            exit(2);
        }
        char rq[1024], pp[512];
        int room = roomdiv ? i / roomdiv : 0;
        if (paths) {
            snprintf(pp, 512, "%s", paths[i]);
        } else {
            snprintf(pp, 512, path, room);
        }
        int n = snprintf(
            rq, 1024,
            "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: "
            "Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: "
            "13\r\n%s%s%s%s\r\n",
            pp, port, *protocol ? "Sec-WebSocket-Protocol: " : "", protocol,
            *protocol ? "\r\n" : "",
            reqdeflate ? "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
                       : "");
        sendall(c->fd, rq, n);
        c->st = UPGRADING;
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = i};
        epoll_ctl(ep, EPOLL_CTL_MOD, c->fd, &e);
        return;
    }
    int n = recv(c->fd, rb, sizeof rb, 0);
    if (n <= 0) {
        if (n < 0 && errno == EAGAIN) {
            return;
        }
        nfail++;
        if (getenv("LGV")) {
            fprintf(stderr, "conn %d closed st %d: %s\n", i, c->st, n ? strerror(errno) : "eof");
        }
        epoll_ctl(ep, EPOLL_CTL_DEL, c->fd, 0);
        c->st = CLOSED;
        return;
    }
    if (c->st == UPGRADING) {
        int k = 0;
        for (; k < n; k++) {
            char ch = rb[k];
            if (c->hs < 12) {
                if (c->hs == 9 && ch != '1') {
                    fprintf(stderr, "no 101: %.200s\n", rb);
                    exit(4);
                }
                c->hs++;
            }
            c->hb[0] = c->hb[1];
            c->hb[1] = c->hb[2];
            c->hb[2] = c->hb[3];
            c->hb[3] = ch;
            if (!memcmp(c->hb, "\r\n\r\n", 4)) {
                k++;
                c->st = OPEN;
                nopen++;
                hslat[nhs++] = now() - c->t0;
                if (hellofl) {
                    sendall(c->fd, hellof, hellofl);
                }
                break;
            }
        }
        if (k < n) {
            parse(i, (void *)(rb + k), n - k);
        }
        return;
    }
    parse(i, (void *)rb, n);
}
static struct epoll_event evs[4096];

static void poll_once(int ms) {
    int n = epoll_wait(ep, evs, 4096, ms);
    for (int j = 0; j < n; j++) {
        io(evs[j].data.u32, evs[j].events);
    }
}

static int cmp(const void *a, const void *b) {
    u64 x = *(u64 *)a, y = *(u64 *)b;
    return x < y ? -1 : x > y;
}

static u64 *lat;
static u64 nlat, clat = 1 << 22;

static void addlat(u64 v) {
    if (nlat < clat) {
        lat[nlat++] = v;
    }
}

static double pct(double p) {
    if (!nlat) {
        return 0;
    }
    u64 k = (u64)(p * (nlat - 1));
    return lat[k] / 1000.0;
}

// pairs
static u64 *sent;
static int *rgot;
static int *turn;
static u64 sendq_head;
static u64 moves;
static int run;

static void roomsend(int r, int who) {
    sent[r] = now();
    rgot[r] = 0;
    sendall(C[2 * r + who].fd, frame, flen);
}

static void pairs_deliver(int i) {
    int r = i / 2;
    if ((i & 1) != turn[r]) {
        addlat(now() - sent[r]);
    }
    if (++rgot[r] == 2) {
        moves++;
        if (run) {
            turn[r] ^= 1;
            roomsend(r, turn[r]);
        }
    }
}

// open loop: A always sends; FIFO of send times per room for each receiver
#define Q 4096

typedef struct {
    u64 t[Q];
    u32 h, ra, rb;
} fifo;

static fifo *F;

static void open_deliver(int i) {
    int r = i / 2;
    fifo *f = &F[r];
    if (i & 1) {
        if (f->rb < f->h) {
            addlat(now() - f->t[f->rb % Q]);
            f->rb++;
            moves++;
        }
    } else if (f->ra < f->h) {
        f->ra++;
    }
}

int main(int ac, char **av) {
    for (int i = 1; i < ac; i++) {
        char *k = av[i];
        char *v = i + 1 < ac ? av[i + 1] : "";
#define O(x) else if (!strcmp(k, x) && (i++, 1))
        if (0)
            ;
        O("-m") mode = v;
        O("-n") N = atoi(v);
        O("-p") port = atoi(v);
        O("-t") secs = atoi(v);
        O("-w") warm = atoi(v);
        O("-s") size = atoi(v);
        O("--pid") pids[npid++] = atoi(v);
        O("--path") path = v;
        O("--paths") pathsfile = v;
        O("--prefix") prefix = v;
        O("--suffix") suffix = v;
        O("--hello") hello = v;
        O("--hello-bin") hello_text = !atoi(v);
        O("--text") text = atoi(v);
        O("--rate") rate = atof(v);
        O("--inflight") inflight = atoi(v);
        O("--label") label = v;
        O("--hold") hold_ms = atoi(v);
        O("--min") minlen = atoi(v);
        O("--window") window = atoi(v);
        O("--deflate") reqdeflate = atoi(v);
        O("--protocol") protocol = v;
        else {
            fprintf(stderr, "bad arg %s\n", k);
            return 1;
        }
    }
    struct rlimit rl;
    getrlimit(RLIMIT_NOFILE, &rl);
    rl.rlim_cur = rl.rlim_max;
    setrlimit(RLIMIT_NOFILE, &rl);
    C = calloc(N, sizeof(conn));
    hslat = calloc(N + 1, 8);
    lat = malloc(clat * 8);
    ep = epoll_create1(0);
    int ispairs = !strcmp(mode, "pairs") || !strcmp(mode, "open");
    if (ispairs) {
        roomdiv = 2;
    }
    if (pathsfile) {
        paths = calloc(N, sizeof(char *));
        FILE *f = fopen(pathsfile, "r");
        char l[512];
        for (int i = 0; i < N; i++) {
            if (!fgets(l, 512, f)) {
                fprintf(stderr, "few paths\n");
                return 1;
            }
            l[strcspn(l, "\n")] = 0;
            paths[i] = strdup(l);
        }
        fclose(f);
    }
    if (hello) {
        char o[1024];
        int n = unesc(hello, o);
        hellofl = mkframe(hellof, o, n, hello_text ? 1 : 2);
    }
    char pl[65536];
    int pn = unesc(prefix, pl);
    char sf[64];
    int sn = unesc(suffix, sf);
    unsigned sd = 12345;
    while (pn < size - sn) {
        sd = sd * 1103515245 + 12345;
        pl[pn++] = "abcdefghijklmnopqrstuvwxyz0123456789"[(sd >> 16) % 36];
    }
    memcpy(pl + pn, sf, sn);
    pn += sn;
    flen = mkframe(frame, pl, pn, text ? 1 : 2);
    long rss0 = npid ? rss_kb(pids[0], "Rss:") : 0,
         pd0 = npid ? rss_kb(pids[0], "Private_Dirty:") : 0;
    u64 c0 = npid ? cpu_ns(pids[0]) : 0, t0 = now();
    while (nopen < N) {
        while (started < N && started - nopen < inflight) {
            startconn(started);
        }
        poll_once(1000);
        if (now() - t0 > 90000000000ull) {
            fprintf(stderr, "connect timeout open=%d fail=%d\n", nopen, nfail);
            return 5;
        }
        if (nfail > 0 && nfail + nopen >= N) {
            fprintf(stderr, "fails %d\n", nfail);
            return 6;
        }
    }
    u64 t1 = now(), c1 = npid ? cpu_ns(pids[0]) : 0;
    u64 tq = now();
    while (now() - tq < (u64)hold_ms * 1000000ull) {
        poll_once(10);
    }
    u64 c1b = npid ? cpu_ns(pids[0]) : 0;
    qsort(hslat, nhs, 8, cmp);
    if (!strcmp(mode, "accept") || !strcmp(mode, "idle")) {
        long rss1 = npid ? rss_kb(pids[0], "Rss:") : 0,
             pd1 = npid ? rss_kb(pids[0], "Private_Dirty:") : 0;
        printf("{\"label\":\"%s\",\"mode\":\"%s\",\"n\":%d,\"conns_per_s\":%.0f,\"cpu_util\":%.3f,"
               "\"conns_per_cpu_s\":%.0f,\"conns_per_cpu_s_settled\":%.0f,\"hs_p50_us\":%.0f,\"hs_"
               "p99_us\":%.0f,\"rss_kb_per_conn\":%.2f,\"pd_kb_per_conn\":%.2f,\"rss_mb\":%.1f,"
               "\"fail\":%d}\n",
               label, mode, N, N / ((t1 - t0) / 1e9), (double)(c1 - c0) / (t1 - t0),
               N / ((c1 - c0) / 1e9), N / ((c1b - c0) / 1e9), hslat[nhs / 2] / 1e3,
               hslat[(int)(nhs * .99)] / 1e3, (double)(rss1 - rss0) / N, (double)(pd1 - pd0) / N,
               rss1 / 1024.0, nfail);
        return 0;
    }
    u64 cs[8], ce[8], ts, te, d0, m0 = 0;
    delivered = 0;
    for (int i = 0; i < N; i++) {
        C[i].got = 0;
    }
    struct rusage ru0, ru1;
    if (!strcmp(mode, "fanout")) {
        u64 rounds = 0, phase_end = now() + (u64)warm * 1000000000ull;
        int ph = 0;
        u64 tr;
        ts = 0;
        d0 = 0;
        for (;;) {
            tr = now();
            u64 target = delivered + N;
            sendall(C[0].fd, frame, flen);
            u64 stall = now() + 20000000000ull;
            while (delivered < target) {
                poll_once(1000);
                if (now() > stall) {
                    fprintf(stderr, "stall %lu/%lu fail %d\n", (long)(target - delivered), (long)N,
                            nfail);
                    return 7;
                }
            }
            u64 t = now();
            if (ph) {
                addlat(t - tr);
            }
            rounds++;
            if (t >= phase_end) {
                if (!ph) {
                    ph = 1;
                    rounds = 0;
                    d0 = delivered;
                    nlat = 0;
                    for (int i = 0; i < npid; i++) {
                        cs[i] = cpu_ns(pids[i]);
                    }
                    getrusage(RUSAGE_SELF, &ru0);
                    ts = now();
                    phase_end = ts + (u64)secs * 1000000000ull;
                } else {
                    break;
                }
            }
        }
        te = now();
        for (int i = 0; i < npid; i++) {
            ce[i] = cpu_ns(pids[i]);
        }
        moves = rounds;
        m0 = 0;
    } else if (!strcmp(mode, "pairs")) {
        int R = N / 2;
        sent = calloc(R, 8);
        rgot = calloc(R, 4);
        turn = calloc(R, 4);
        ondeliver = pairs_deliver;
        run = 1;
        for (int r = 0; r < R; r++) {
            roomsend(r, 0);
        }
        u64 e = now() + (u64)warm * 1000000000ull;
        while (now() < e) {
            poll_once(100);
        }
        for (int i = 0; i < npid; i++) {
            cs[i] = cpu_ns(pids[i]);
        }
        getrusage(RUSAGE_SELF, &ru0);
        ts = now();
        d0 = delivered;
        m0 = moves;
        nlat = 0;
        e = ts + (u64)secs * 1000000000ull;
        while (now() < e) {
            poll_once(100);
        }
        te = now();
        for (int i = 0; i < npid; i++) {
            ce[i] = cpu_ns(pids[i]);
        }
    } else if (!strcmp(mode, "open")) {
        int R = N / 2;
        F = calloc(R, sizeof(fifo));
        ondeliver = open_deliver;
        double gap = 1e9 / rate;
        u64 start = now();
        double next = start;
        int r = 0;
        u64 wend = start + (u64)warm * 1000000000ull, e = wend + (u64)secs * 1000000000ull;
        int ph = 0;
        u64 sd2 = 88172645463325252ull;
        for (;;) {
            u64 t = now();
            if (!ph && t >= wend) {
                ph = 1;
                for (int i = 0; i < npid; i++) {
                    cs[i] = cpu_ns(pids[i]);
                }
                getrusage(RUSAGE_SELF, &ru0);
                ts = now();
                d0 = delivered;
                m0 = moves;
                nlat = 0;
            }
            if (t >= e) {
                break;
            }
            while (next <= t) {
                fifo *f = &F[r];
                if (f->h - f->rb < Q - 1) {
                    f->t[f->h % Q] = (u64)next;
                    f->h++;
                    sendall(C[2 * r].fd, frame, flen);
                }
                r = (r + 1) % R;
                sd2 ^= sd2 << 13;
                sd2 ^= sd2 >> 7;
                sd2 ^= sd2 << 17;
                double u = ((sd2 >> 11) + 1) / 9007199254740993.0;
                next += -log(u) * gap;
            }
            poll_once(0);
        }
        te = now();
        for (int i = 0; i < npid; i++) {
            ce[i] = cpu_ns(pids[i]);
        }
    } else {
        return 9;
    }
    getrusage(RUSAGE_SELF, &ru1);
    double lgc = (ru1.ru_utime.tv_sec - ru0.ru_utime.tv_sec) +
                 (ru1.ru_stime.tv_sec - ru0.ru_stime.tv_sec) +
                 ((ru1.ru_utime.tv_usec - ru0.ru_utime.tv_usec) +
                  (ru1.ru_stime.tv_usec - ru0.ru_stime.tv_usec)) /
                     1e6;
    u64 dd = delivered - d0, mm = moves - m0;
    double el = (te - ts) / 1e9;
    qsort(lat, nlat, 8, cmp);
    printf("{\"label\":\"%s\",\"mode\":\"%s\",\"n\":%d,\"size\":%d,\"secs\":%.2f,\"deliv_per_s\":%."
           "0f,\"moves_per_s\":%.0f,\"p50_us\":%.1f,\"p99_us\":%.1f,\"max_us\":%.0f,\"lg_cpu\":%."
           "2f,\"fail\":%d",
           label, mode, N, pn, el, dd / el, mm / el, pct(.5), pct(.99), pct(1), lgc / el, nfail);
    for (int i = 0; i < npid; i++) {
        double c = (ce[i] - cs[i]) / 1e9;
        printf(",\"cpu%d\":%.3f,\"deliv_per_cpu_s%d\":%.0f,\"moves_per_cpu_s%d\":%.0f,\"us_per_"
               "deliv%d\":%.3f",
               i, c / el, i, dd / c, i, mm / c, i, c * 1e6 / dd);
    }
    printf("}\n");
    return 0;
}
