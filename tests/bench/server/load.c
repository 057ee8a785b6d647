// A load generator for the whole server and for the rooms of its peers: one thread, one epoll loop.
// It prints one JSON object.
//
// gcc -O2 -o load load.c
//
// --mode MODE   play   rooms in which recorded games are played before spectators
//               storm  connections that say hello at once, and join a room if one is given
//               idle   the same, then nothing for --seconds
//               queue  players who press one pool at the same moment
// --speak WHAT  xiangqi (this server, in msgpack), json, socketio, colyseus (peers that play games), raw (a relay of frames)
// --port PORT --rooms N --spectators N (of each room) --connections N (but for play)
// --at-once N   connections that are being opened (for play: rooms)
// --first N     addresses that another generator uses
// --seconds S --warm S   of measuring, and before it, at least; it ends when half of the games are over
// --plies N     of each room, on the average, that are measured, and so many before it, at least
// --opening N   plies of each game that are played at once, before the rooms count as open
// --gap MS      between two moves of a room; 0: the next as soon as all have heard the last
// --bytes N     of a message to a relay
// --moves FILE  one game a line, moves of four characters
// --path P --protocol W   of the upgrade, where they are not those of the server spoken to
// --paths FILE  for a peer that wants another path for each connection
// --room ID     that storm and idle join
// --pool ID     for queue
// --features W  said in hello
// --settle S    to wait when all are open, before what they weigh is read
// --tokens FILE, --write-tokens FILE   a token (or -, for none) and a room for each connection
// --tell 1      print a line of its own when all are open
// --store PATH  of a store's socket: appends of one entry are timed beside the load
// --pid PID     whose CPU time and memory are measured; several may be given
//
// Each connection comes from an address of its own, for servers count by address.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t u64;
typedef unsigned char u8;
#define NS 1000000000ull
#define STORE 0xffffffffu

enum speak { XIANGQI, RAW, JSON, SOCKETIO, COLYSEUS };
enum mode { PLAY, STORM, IDLE, QUEUE };
enum state { CLOSED, CONNECTING, UPGRADING, OPEN };
enum step { HELLO, INVITE, JOIN, SIT, READY, QUEUED, GAME };

typedef struct {
    int fd;
    enum state state;
    enum step step;
    int sent, matched; // messages; characters of the end of a header
    u64 began;         // when it connected, or pressed
    int n, size;
    u8 *buffer; // an incomplete frame
    char room[40], token[120];
} Conn;

typedef struct {
    char id[40], seat_key[80];
    int ready, game, ply, heard, over;
    u64 sent, due;
} Room;

typedef struct {
    u64 *values;
    int n, size;
} Series;

static Conn *conns;
static Room *rooms;
static enum speak speak = XIANGQI;
static enum mode mode = PLAY;
static int port, n_rooms = 1, spectators, n_conns, in_room, bytes = 250, n_ready, n_failed;
static int first, at_once = 64, next_conn, next_room, opening, plies, n_over, measuring, tell, n_pids, pids[4], store = -1;
static double seconds = 2, warm = 1, gap_ms, settle = 1;
static char *room_id = "", *pool = "", *features = "", *path_asked = "", *protocol = "", *paths_file, *tokens_in, *tokens_out, *moves_file, *store_path;
static char **paths, ***games;
static int *game_plies, n_games, poll_fd;
static u64 moves, delivered, received, store_sent, store_due;
static Series opponent_us, opened_us, paired_us, seated_us, store_us;
static u8 relayed[70000];
static int n_relayed;

static u64 now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * NS + t.tv_nsec;
}

static void stop(const char *why) {
    fprintf(stderr, "load: %s: %s\n", why, strerror(errno));
    exit(2);
}

static void add(Series *series, u64 began) {
    if (series->n == series->size) {
        series->size = series->size ? 2 * series->size : 1024;
        series->values = realloc(series->values, series->size * sizeof(u64));
    }
    series->values[series->n++] = (now() - began) / 1000;
}

static int by_size(const void *a, const void *b) {
    u64 x = *(u64 *)a, y = *(u64 *)b;
    return x < y ? -1 : x > y;
}

static void print_series(const char *name, Series *series) {
    if (!series->n) {
        return;
    }
    qsort(series->values, series->n, sizeof(u64), by_size);
    u64 *v = series->values;
    int last = series->n - 1;
    printf(", \"%s_p50_us\": %lu, \"%s_p99_us\": %lu, \"%s_max_us\": %lu", name,
           v[last / 2], name, v[(int)(last * .99)], name, v[last]);
}

// The processes that are measured.

static u64 cpu_ns(int pid) {
    char path[400];
    u64 sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        unsigned long long ns = 0;
        snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", pid, e->d_name);
        FILE *f = e->d_name[0] == '.' ? 0 : fopen(path, "r");
        if (f) {
            sum += fscanf(f, "%llu", &ns) == 1 ? ns : 0;
            fclose(f);
        }
    }
    if (folder) {
        closedir(folder);
    }
    return sum;
}

static long resident_kb(int pid) {
    char line[256];
    long kb = 0;
    snprintf(line, sizeof line, "/proc/%d/smaps_rollup", pid);
    FILE *f = fopen(line, "r");
    while (f && !kb && fgets(line, sizeof line, f)) {
        sscanf(line, "Rss: %ld", &kb);
    }
    if (f) {
        fclose(f);
    }
    return kb;
}

// Frames.

static int frame(u8 *out, const void *payload, int n, int opcode) { // masked with zeros
    int k = 0;
    out[k++] = 0x80 | opcode;
    out[k++] = 0x80 | (n < 126 ? n : 126);
    if (n >= 126) {
        out[k++] = n >> 8;
        out[k++] = n & 255;
    }
    memset(out + k, 0, 4);
    memcpy(out + k + 4, payload, n);
    return k + 4 + n;
}

static void send_all(int fd, const void *data, int n) {
    if (send(fd, data, n, MSG_NOSIGNAL) != n && errno != EPIPE && errno != ECONNRESET) {
        stop("send");
    }
}

static void send_text(Conn *c, const char *text) {
    u8 out[300];
    send_all(c->fd, out, frame(out, text, strlen(text), 1));
}

// Messages of the server, in msgpack.

static u8 message[600];
static int n_message;

static void put_text(const char *text) {
    int n = strlen(text);
    if (n < 32) {
        message[n_message++] = 0xa0 | n;
    } else {
        message[n_message++] = 0xd9;
        message[n_message++] = n;
    }
    memcpy(message + n_message, text, n);
    n_message += n;
}

static void put_int(int value) {
    message[n_message++] = 0xce;
    for (int shift = 24; shift >= 0; shift -= 8) {
        message[n_message++] = value >> shift & 255;
    }
}

static void put(const char *key, const char *value) {
    put_text(key);
    put_text(value);
}

static void begin(Conn *c, const char *type, int fields) { // so many beside type and id
    char id[16];
    n_message = 0;
    message[n_message++] = 0x80 | (fields + 2);
    put("type", type);
    snprintf(id, sizeof id, "%d", c->sent++);
    put("id", id);
}

static void send_message(Conn *c) {
    u8 out[700];
    send_all(c->fd, out, frame(out, message, n_message, 2));
}

static int length_of(const u8 *p, int n_bytes) {
    int value = 0;
    while (n_bytes--) {
        value = value << 8 | *p++;
    }
    return value;
}

static const u8 *skip(const u8 *p) {
    u8 t = *p++;
    int items = 0;
    if (t < 0x80 || t >= 0xe0 || t == 0xc0 || t == 0xc2 || t == 0xc3) {
        return p;
    } else if (t >= 0xa0 && t < 0xc0) {
        return p + (t & 31);
    } else if (t < 0x90) {
        items = 2 * (t & 15);
    } else if (t < 0xa0) {
        items = t & 15;
    } else if (t == 0xc4 || t == 0xd9) {
        return p + 1 + length_of(p, 1);
    } else if (t == 0xc5 || t == 0xda) {
        return p + 2 + length_of(p, 2);
    } else if (t == 0xc6 || t == 0xdb) {
        return p + 4 + length_of(p, 4);
    } else if (t == 0xca) {
        return p + 4;
    } else if (t == 0xcb) {
        return p + 8;
    } else if (t >= 0xcc && t <= 0xd3) {
        return p + (1 << (t & 3));
    } else if (t == 0xdc || t == 0xde) {
        items = length_of(p, 2) * (t == 0xde ? 2 : 1);
        p += 2;
    } else {
        fprintf(stderr, "load: a byte of msgpack that is not known: %x\n", t);
        exit(2);
    }
    while (items--) {
        p = skip(p);
    }
    return p;
}

static const u8 *find(const u8 *p, const char *key) { // in the map at p
    int n = *p == 0xde ? length_of(p + 1, 2) : *p & 15, wanted = strlen(key);
    for (p += *p == 0xde ? 3 : 1; n--; p = skip(p)) {
        int is_it = (*p & 31) == wanted && !memcmp(p + 1, key, wanted);
        p = skip(p);
        if (is_it) {
            return p;
        }
    }
    return 0;
}

static const char *text_of(const u8 *map, const char *key, char *out, int size) {
    const u8 *p = find(map, key);
    int n = 0;
    if (p && *p >= 0xa0 && *p < 0xc0) {
        n = *p++ & 31;
    } else if (p && *p == 0xd9) {
        n = p[1];
        p += 2;
    }
    n = n < size ? n : size - 1;
    memcpy(out, p ? p : (const u8 *)"", n);
    out[n] = 0;
    return out;
}

// What a connection does.

static void connect_next(Conn *c) {
    int i = c - conns, one = 1;
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (c->fd < 0) {
        stop("socket");
    }
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(c->fd, SOL_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &one, sizeof one);
    struct linger at_once_ = {1, 0};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &at_once_, sizeof at_once_);
    struct sockaddr_in a = {.sin_family = AF_INET};
    a.sin_addr.s_addr = htonl(0x7f010000 + first + i);
    if (bind(c->fd, (void *)&a, sizeof a)) {
        stop("bind");
    }
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons(port);
    c->began = now();
    c->state = CONNECTING;
    if (connect(c->fd, (void *)&a, sizeof a) && errno != EINPROGRESS) {
        stop("connect");
    }
    struct epoll_event e = {.events = EPOLLOUT, .data.u32 = i};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, c->fd, &e);
}

static void upgrade(Conn *c) {
    int i = c - conns;
    char request[1024], path[512];
    if (paths) {
        snprintf(path, sizeof path, "%s", paths[i]);
    } else if (*path_asked) {
        snprintf(path, sizeof path, "%s", path_asked);
    } else if (speak == XIANGQI) {
        snprintf(path, sizeof path, "/ws");
    } else if (speak == SOCKETIO) {
        const char *form = "/socket.io/?EIO=4&transport=websocket&r=%d&s=%d";
        snprintf(path, sizeof path, form, i / in_room, i % in_room);
    } else if (speak == JSON) {
        snprintf(path, sizeof path, "/r/%d/%d", i / in_room, i % in_room);
    } else {
        snprintf(path, sizeof path, "/r/%d", i / in_room);
    }
    char offer[100] = "";
    if (*protocol || speak == XIANGQI) {
        snprintf(offer, sizeof offer, "Sec-WebSocket-Protocol: %s\r\n",
                 *protocol ? protocol : "xiangqi.v1.msgpack");
    }
    int n = snprintf(request, sizeof request,
                     "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                     "Sec-WebSocket-Version: 13\r\n%s\r\n",
                     path, port, offer);
    send_all(c->fd, request, n);
    c->state = UPGRADING;
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = i};
    epoll_ctl(poll_fd, EPOLL_CTL_MOD, c->fd, &e);
}

static void play_next(Room *r);

static void ready(Conn *c) {
    add(&opened_us, c->began);
    c->step = GAME;
    n_ready++;
    if (mode == PLAY) {
        Room *r = &rooms[(c - conns) / in_room];
        if (++r->ready == in_room && opening) {
            play_next(r);
        }
        if (r->ready == in_room && next_room < n_rooms) {
            connect_next(&conns[next_room++ * in_room]);
        }
    }
}

static void join(Conn *c) {
    begin(c, "join", 1);
    put("room", c->room);
    send_message(c);
    c->step = JOIN;
}

static void ready_at_a_peer(Conn *c) {
    ready(c);
    if (mode == PLAY && (c - conns) % in_room == 0) {
        for (int i = 1; i < in_room; i++) {
            connect_next(c + i);
        }
    }
}

static void opened(Conn *c) { // the upgrade is done
    c->state = OPEN;
    if (speak == XIANGQI) {
        begin(c, "hello", (*features ? 1 : 0) + (*c->token ? 1 : 0));
        if (*c->token) {
            put("token", c->token);
        }
        if (*features) {
            put_text("features");
            message[n_message++] = 0x91;
            put_text(features);
        }
        send_message(c);
        c->step = HELLO;
    } else if (speak == RAW || speak == JSON) {
        ready_at_a_peer(c);
    }
}

static void welcomed(Conn *c, const u8 *map) {
    char text[120];
    int seat = (c - conns) % in_room;
    if (*text_of(map, "token", text, sizeof text)) {
        snprintf(c->token, sizeof c->token, "%s", text);
    }
    if (mode == PLAY && seat == 0) {
        begin(c, "invite", 2);
        put_text("terms");
        message[n_message++] = 0x81;
        put_text("clock");
        message[n_message++] = 0x83;
        put("type", "fischer");
        put_text("main_ms");
        put_int(600000);
        put_text("increment_ms");
        put_int(5000);
        put("side", "red");
        send_message(c);
        c->step = INVITE;
    } else if (mode == PLAY || *c->room) {
        join(c);
    } else {
        ready(c);
    }
}

static void done(Conn *c, const u8 *map) {
    int i = c - conns;
    Room *r = &rooms[i / in_room];
    if (c->step == INVITE) {
        text_of(map, "room", r->id, sizeof r->id);
        text_of(map, "seat_key", r->seat_key, sizeof r->seat_key);
        for (int k = 0; k < in_room; k++) {
            snprintf(c[k].room, sizeof c->room, "%s", r->id);
        }
        join(c);
    } else if (c->step == JOIN && mode == PLAY && i % in_room == 1) {
        begin(c, "sit", *r->seat_key ? 2 : 1);
        put("room", r->id);
        if (*r->seat_key) {
            put("seat_key", r->seat_key);
        }
        send_message(c);
        c->step = SIT;
    } else if (c->step == JOIN || c->step == SIT) {
        if (mode == QUEUE) {
            add(&seated_us, c->began);
        }
        ready(c);
        if (mode == PLAY && i % in_room == 0) {
            connect_next(c + 1);
        } else if (mode == PLAY && i % in_room == 1) {
            for (int k = 1; k <= spectators; k++) {
                connect_next(c + k);
            }
        }
    }
}

static void end(Room *r) {
    n_over += !r->over;
    r->over = 1;
}

static void say_move(Conn *c, Room *r) {
    char *text = games[r->game][r->ply], id[16], whole[150];
    if (speak == JSON || speak == SOCKETIO) {
        const char *form = speak == JSON ? "{\"type\":\"move\",\"id\":\"%d\",\"ply\":%d,\"text\":\"%s\"}"
                                         : "42[\"move\",{\"id\":\"%d\",\"ply\":%d,\"text\":\"%s\"}]";
        snprintf(whole, sizeof whole, form, c->sent++, r->ply, text);
        send_text(c, whole);
        return;
    }
    if (speak == XIANGQI) {
        begin(c, "move", 3);
        put("room", r->id);
    } else {
        n_message = 0;
        message[n_message++] = 0x0d;
        put_text("move");
        message[n_message++] = 0x83;
        snprintf(id, sizeof id, "%d", c->sent++);
        put("id", id);
    }
    put_text("ply");
    put_int(r->ply);
    put("text", text);
    send_message(c);
}

static void play_next(Room *r) {
    Conn *c = &conns[(r - rooms) * in_room + r->ply % 2];
    if (speak != RAW && r->ply >= game_plies[r->game]) {
        end(r);
    }
    if (r->over) {
        return;
    }
    r->heard = 0;
    r->sent = now();
    if (speak == RAW) {
        send_all(c->fd, relayed, n_relayed);
    } else {
        say_move(c, r);
    }
}

static void heard(Conn *c) { // the move that was sent last in its room
    int i = c - conns;
    Room *r = &rooms[i / in_room];
    if (mode != PLAY || !r->sent) {
        return;
    }
    delivered++;
    if (i % in_room == 1 - r->ply % 2 && measuring) {
        add(&opponent_us, r->sent);
    }
    if (++r->heard == in_room) {
        moves++;
        r->ply++;
        r->due = r->due + (u64)(gap_ms * 1e6);
        if (gap_ms == 0 || r->ply < opening) {
            play_next(r);
        }
    }
}

static void message_of_a_peer(Conn *c, const u8 *payload, int n) {
    if (memmem(payload, n, "ended", 5)) {
        end(&rooms[(c - conns) / in_room]);
        heard(c);
    } else if (memmem(payload, n, "moved", 5)) {
        heard(c);
    } else if (memmem(payload, n, "refused", 7)) {
        fprintf(stderr, "load: %d %.*s\n", (int)(c - conns), n, payload);
        n_failed++;
    }
}

static void message_of_ours(Conn *c, const u8 *map) {
    char type[40], text[200];
    text_of(map, "type", type, sizeof type);
    if (!strcmp(type, "moved")) {
        heard(c);
    } else if (!strcmp(type, "ping")) {
        const u8 *n = find(map, "n");
        int size = skip(n) - n;
        n_message = 0;
        message[n_message++] = 0x82;
        put("type", "pong");
        put_text("n");
        memcpy(message + n_message, n, size);
        n_message += size;
        send_message(c);
    } else if (!strcmp(type, "welcome")) {
        welcomed(c, map);
    } else if (!strcmp(type, "done")) {
        done(c, map);
    } else if (!strcmp(type, "game_opened") && c->step == QUEUED) {
        add(&paired_us, c->began);
        text_of(map, "room", c->room, sizeof c->room);
        begin(c, "ready", 1);
        put("room", c->room);
        send_message(c);
        join(c);
    } else if (!strcmp(type, "refused") || !strcmp(type, "bye")) {
        fprintf(stderr, "load: %d %s %s\n", (int)(c - conns), type,
                text_of(map, "code", text, sizeof text));
        n_failed++;
    }
}

static void on_message(Conn *c, u8 *payload, int n, int opcode) {
    received += n;
    if (speak == XIANGQI) {
        message_of_ours(c, payload);
    } else if (speak == RAW) {
        heard(c);
    } else if (speak == SOCKETIO && payload[0] == '0') {
        send_text(c, "40");
    } else if (speak == SOCKETIO && payload[0] == '2') {
        send_text(c, "3");
    } else if (speak == SOCKETIO && n > 1 && payload[1] == '0') {
        ready_at_a_peer(c);
    } else if (speak == COLYSEUS && payload[0] == 10 && c->step != GAME) {
        u8 out[20];
        send_all(c->fd, out, frame(out, "\x0a", 1, 2));
        ready_at_a_peer(c);
    } else {
        message_of_a_peer(c, payload, n);
    }
}

static void lost(Conn *c, const char *why) {
    fprintf(stderr, "load: connection %d: %s\n", (int)(c - conns), why);
    epoll_ctl(poll_fd, EPOLL_CTL_DEL, c->fd, 0);
    close(c->fd);
    c->state = CLOSED;
    n_failed++;
}

static int whole_frame(Conn *c, u8 *p, int n) { // its length, or 0 if it is not there yet
    int head = 2;
    u64 length = n < 2 ? 0 : p[1] & 127;
    if (n < 2 || (length == 126 && n < 4) || (length == 127 && n < 10)) {
        return 0;
    }
    if (length == 126) {
        length = length_of(p + 2, 2);
        head = 4;
    } else if (length == 127) {
        length = length_of(p + 6, 4);
        head = 10;
    }
    if ((u64)(n - head) < length) {
        return 0;
    }
    int opcode = p[0] & 15;
    if (opcode == 8) {
        lost(c, "closed by the server");
    } else if (opcode == 9) {
        u8 out[150];
        send_all(c->fd, out, frame(out, p + head, length, 10));
    } else if (opcode == 1 || opcode == 2) {
        on_message(c, p + head, length, opcode);
    }
    return head + length;
}

static u8 chunk[1 << 20];

static void on_event(Conn *c) {
    if (c->state == CONNECTING) {
        upgrade(c);
        return;
    }
    int n = recv(c->fd, chunk, sizeof chunk, 0), at = 0;
    if (n <= 0) {
        if (!(n < 0 && errno == EAGAIN)) {
            lost(c, "gone");
        }
        return;
    }
    if (c->state == UPGRADING) {
        static const char end[] = "\r\n\r\n";
        while (at < n && c->matched < 4) {
            u8 byte = chunk[at++];
            c->matched = byte == end[c->matched] ? c->matched + 1 : byte == '\r';
        }
        if (c->matched < 4) {
            return;
        }
        if (memcmp(chunk, "HTTP/1.1 101", 12)) {
            lost(c, "not upgraded");
            return;
        }
        opened(c);
    }
    u8 *p = chunk;
    if (c->n) {
        c->size = c->n + n - at > c->size ? 2 * (c->n + n - at) : c->size;
        c->buffer = realloc(c->buffer, c->size);
        memcpy(c->buffer + c->n, chunk + at, n - at);
        n = c->n + n - at;
        p = c->buffer;
        at = 0;
    }
    for (int used; c->state == OPEN && (used = whole_frame(c, p + at, n - at));) {
        at += used;
    }
    c->n = n - at;
    if (c->n && p == chunk) {
        c->size = c->n > c->size ? 2 * c->n : c->size;
        c->buffer = realloc(c->buffer, c->size);
    }
    memmove(c->n ? c->buffer : p, p + at, c->n);
    if (!c->n) {
        free(c->buffer);
        c->buffer = 0;
        c->size = 0;
    }
}

static void time_store(void) { // one small append every 5 ms
    if (store < 0 || store_sent || now() < store_due) {
        return;
    }
    const char *command = "*7\r\n$4\r\nXADD\r\n$5\r\nprobe\r\n$6\r\nMAXLEN\r\n$1\r\n9\r\n$1\r\n*\r\n"
                          "$1\r\nb\r\n$20\r\n00000000000000000007\r\n";
    store_sent = now();
    store_due = store_sent + 5000000;
    send_all(store, command, strlen(command));
}

static void turn(int wait_ms) {
    static struct epoll_event events[4096];
    time_store();
    int n = epoll_wait(poll_fd, events, 4096, wait_ms);
    for (int k = 0; k < n; k++) {
        if (events[k].data.u32 == STORE) {
            recv(store, chunk, sizeof chunk, 0);
            if (measuring) {
                add(&store_us, store_sent);
            }
            store_sent = 0;
        } else {
            on_event(&conns[events[k].data.u32]);
        }
    }
}

// The modes.

static void open_all(void) {
    u64 until = now() + 600 * NS;
    if (mode == PLAY) {
        while (next_room < n_rooms && next_room < at_once) {
            connect_next(&conns[next_room++ * in_room]);
        }
    }
    while ((n_ready + n_failed < n_conns || moves < (u64)n_rooms * opening) && now() < until) {
        while (mode != PLAY && next_conn < n_conns && next_conn - n_ready - n_failed < at_once) {
            connect_next(&conns[next_conn++]);
        }
        turn(20);
    }
    if (n_ready < n_conns || moves < (u64)n_rooms * opening) {
        fprintf(stderr, "load: only %d of %d are ready\n", n_ready, n_conns);
        exit(3);
    }
}

static void wait_ns(u64 ns) {
    for (u64 until = now() + ns; now() < until;) {
        turn(20);
    }
}

static void print_cpu(u64 *since, double per, const char *unit) {
    for (int i = 0; i < n_pids; i++) {
        double us = (cpu_ns(pids[i]) - since[i]) / 1e3;
        printf(", \"cpu_us%d\": %.0f, \"us_per_%s%d\": %.3f", i, us, unit, i, us / (per + 1e-9));
    }
}

static void measure_cpu(u64 *since) {
    for (int i = 0; i < n_pids; i++) {
        since[i] = cpu_ns(pids[i]);
    }
}

static void play_games(void) {
    u64 since[4], began = now(), from = began + (u64)(warm * NS), n_moves = moves, n_told = 0;
    u64 fewest = (u64)plies * n_rooms;
    for (int i = 0; i < n_rooms; i++) {
        rooms[i].due = began + (u64)(gap_ms * 1e6 * i / n_rooms);
        if (gap_ms == 0) {
            play_next(&rooms[i]);
        }
    }
    for (u64 t = began; 2 * n_over <= n_rooms; t = now()) {
        int is_enough = moves >= n_moves + fewest || t >= from + (u64)((60 + seconds) * NS);
        if (measuring && is_enough && t >= from + (u64)(seconds * NS)) {
            break;
        }
        if (!measuring && is_enough && t >= from) {
            measuring = 1;
            measure_cpu(since);
            n_moves = moves;
            n_told = delivered;
            from = t;
        }
        for (int i = 0; gap_ms && i < n_rooms; i++) {
            Room *r = &rooms[i];
            if (t >= r->due && !r->over && (!r->sent || r->heard == in_room)) {
                play_next(r);
            }
        }
        turn(gap_ms ? 1 : 20);
    }
    measuring = 0;
    double passed = (now() - from) / 1e9;
    printf(", \"moves\": %lu, \"deliveries\": %lu, \"moves_per_s\": %.0f, \"games_over\": %d",
           moves - n_moves, delivered - n_told, (moves - n_moves) / passed, n_over);
    print_cpu(since, moves - n_moves, "move");
    for (int i = 0; i < n_pids; i++) {
        printf(", \"us_per_delivery%d\": %.3f", i,
               (cpu_ns(pids[i]) - since[i]) / 1e3 / (delivered - n_told + 1e-9));
    }
    print_series("opponent", &opponent_us);
    print_series("store", &store_us);
}

static void press_pool(void) {
    u64 since[4], began = now();
    measure_cpu(since);
    n_ready = 0;
    for (int i = 0; i < n_conns; i++) {
        Conn *c = &conns[i];
        c->step = QUEUED;
        c->began = now();
        begin(c, "queue", 1);
        put("pool", pool);
        send_message(c);
        if (i % 64 == 63) {
            turn(0);
        }
    }
    while (n_ready + n_failed < n_conns && now() < began + (u64)(seconds * NS)) {
        turn(20);
    }
    printf(", \"seated\": %d, \"all_seated_s\": %.3f", n_ready, (now() - began) / 1e9);
    print_cpu(since, n_conns, "player");
    print_series("paired", &paired_us);
    print_series("seated", &seated_us);
}

static char **lines_of(const char *name, int *n) {
    static char line[1 << 16];
    char **lines = 0;
    FILE *f = fopen(name, "r");
    if (!f) {
        stop(name);
    }
    for (*n = 0; fgets(line, sizeof line, f); ++*n) {
        line[strcspn(line, "\n")] = 0;
        lines = realloc(lines, (*n + 1) * sizeof(char *));
        lines[*n] = strdup(line);
    }
    fclose(f);
    return lines;
}

static void read_games(void) {
    char **lines = lines_of(moves_file, &n_games);
    games = calloc(n_games, sizeof(char **));
    game_plies = calloc(n_games, sizeof(int));
    for (int i = 0; i < n_games; i++) {
        for (char *move = strtok(lines[i], " "); move; move = strtok(0, " ")) {
            games[i] = realloc(games[i], (game_plies[i] + 1) * sizeof(char *));
            games[i][game_plies[i]++] = move;
        }
    }
}

static void make_relayed(void) {
    static u8 payload[66000];
    unsigned seed = 12345;
    for (int n = 0; n < bytes; seed = seed * 1103515245 + 12345) {
        payload[n++] = 'a' + (seed >> 16) % 26;
    }
    n_relayed = frame(relayed, payload, bytes, 2);
}

static int is(const char *a, const char *b) { return !strcmp(a, b); }

static void read_arguments(int n, char **words) {
    for (int i = 1; i + 1 < n; i += 2) {
        char *key = words[i], *value = words[i + 1];
        if (is(key, "--mode")) {
            mode = is(value, "play") ? PLAY : is(value, "storm") ? STORM : is(value, "idle") ? IDLE : QUEUE;
        } else if (is(key, "--speak")) {
            speak = is(value, "raw") ? RAW : is(value, "json") ? JSON : is(value, "socketio") ? SOCKETIO : is(value, "colyseus") ? COLYSEUS : XIANGQI;
        } else if (is(key, "--port")) {
            port = atoi(value);
        } else if (is(key, "--rooms")) {
            n_rooms = atoi(value);
        } else if (is(key, "--spectators")) {
            spectators = atoi(value);
        } else if (is(key, "--connections")) {
            n_conns = atoi(value);
        } else if (is(key, "--first")) {
            first = atoi(value);
        } else if (is(key, "--at-once")) {
            at_once = atoi(value);
        } else if (is(key, "--seconds")) {
            seconds = atof(value);
        } else if (is(key, "--warm")) {
            warm = atof(value);
        } else if (is(key, "--settle")) {
            settle = atof(value);
        } else if (is(key, "--tokens")) {
            tokens_in = value;
        } else if (is(key, "--write-tokens")) {
            tokens_out = value;
        } else if (is(key, "--tell")) {
            tell = atoi(value);
        } else if (is(key, "--opening")) {
            opening = atoi(value);
        } else if (is(key, "--plies")) {
            plies = atoi(value);
        } else if (is(key, "--gap")) {
            gap_ms = atof(value);
        } else if (is(key, "--bytes")) {
            bytes = atoi(value);
        } else if (is(key, "--moves")) {
            moves_file = value;
        } else if (is(key, "--path")) {
            path_asked = value;
        } else if (is(key, "--protocol")) {
            protocol = value;
        } else if (is(key, "--paths")) {
            paths_file = value;
        } else if (is(key, "--room")) {
            room_id = value;
        } else if (is(key, "--pool")) {
            pool = value;
        } else if (is(key, "--features")) {
            features = value;
        } else if (is(key, "--store")) {
            store_path = value;
        } else if (is(key, "--pid") && n_pids < 4) {
            pids[n_pids++] = atoi(value);
        } else {
            fprintf(stderr, "load: %s is not known\n", key);
            exit(1);
        }
    }
}

static void read_tokens(void) {
    int n;
    char **lines = lines_of(tokens_in, &n);
    for (int i = 0; i < n && i < n_conns; i++) {
        sscanf(lines[i], "%119s %39s", conns[i].token, conns[i].room);
        conns[i].token[0] = is(conns[i].token, "-") ? 0 : conns[i].token[0];
    }
}

static void write_tokens(void) {
    FILE *f = fopen(tokens_out, "w");
    if (!f) {
        stop(tokens_out);
    }
    for (int i = 0; i < n_conns; i++) {
        fprintf(f, "%s %s\n", conns[i].token, conns[i].room);
    }
    fclose(f);
}

static void open_store(void) {
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    snprintf(a.sun_path, sizeof a.sun_path, "%s", store_path);
    store = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(store, (void *)&a, sizeof a)) {
        stop("store");
    }
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = STORE};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, store, &e);
}

int main(int n, char **words) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    read_arguments(n, words);
    in_room = mode == PLAY ? 2 + spectators : n_conns;
    n_conns = mode == PLAY ? n_rooms * in_room : n_conns;
    n_rooms = mode == PLAY ? n_rooms : 1;
    conns = calloc(n_conns, sizeof(Conn));
    rooms = calloc(n_rooms, sizeof(Room));
    poll_fd = epoll_create1(0);
    for (int i = 0; i < n_conns; i++) {
        snprintf(conns[i].room, sizeof conns->room, "%s", room_id);
    }
    if (paths_file) {
        int n_paths;
        paths = lines_of(paths_file, &n_paths);
    }
    if (tokens_in) {
        read_tokens();
    }
    if (moves_file) {
        read_games();
    }
    for (int i = 0; i < n_rooms; i++) {
        rooms[i].game = n_games ? i % n_games : 0;
    }
    if (store_path) {
        open_store();
    }
    make_relayed();

    u64 since[4], began = now();
    long before_kb = n_pids ? resident_kb(pids[0]) : 0, store_kb = n_pids > 1 ? resident_kb(pids[1]) : 0;
    measure_cpu(since);
    open_all();
    printf("{\"connections\": %d, \"opened_s\": %.3f", n_conns, (now() - began) / 1e9);
    print_cpu(since, n_conns, "opened");
    print_series("opened", &opened_us);
    if (tell) {
        printf("}\n");
        fflush(stdout);
    }
    if (tokens_out) {
        write_tokens();
    }
    wait_ns((u64)(settle * NS));
    if (n_pids) {
        long after_kb = resident_kb(pids[0]);
        printf(", \"kb_per_connection\": %.2f, \"node_kb\": %ld", (double)(after_kb - before_kb) / n_conns, after_kb);
    }
    if (n_pids > 1) {
        printf(", \"store_kb_per_room\": %.2f", (double)(resident_kb(pids[1]) - store_kb) / n_rooms);
    }
    if (mode == IDLE) {
        u64 from = now();
        measure_cpu(since);
        wait_ns((u64)(seconds * NS));
        for (int i = 0; i < n_pids; i++) {
            double share = (double)(cpu_ns(pids[i]) - since[i]) / (now() - from);
            printf(", \"idle_cores%d\": %.4f", i, share);
        }
    } else if (mode == QUEUE) {
        press_pool();
    } else if (mode == PLAY) {
        play_games();
    }
    printf(", \"failed\": %d}\n", n_failed);
}
