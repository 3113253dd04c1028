/* Native code of a hostile app: what it tries as soon as it is loaded, a line for each
 * attempt, which ends in "refused" or "DONE". The lines go to the file of the library's
 * name with ".said"; the file with ".target" holds a folder of the host that the app has
 * no business with. Whoever loads it asks for no method, so no JNI is needed. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH 4096
#define PATIENCE 20 /* tenths of a second for a child */

static FILE *said;
static char target[PATH];

static void say(const char *what, int done) {
  fprintf(said, "%s: %s\n", what, done ? "DONE" : "refused");
  fflush(said);
}

static const char *in_target(const char *name) {
  static char path[2 * PATH];
  snprintf(path, sizeof path, "%s/%s", target, name);
  return path;
}

static void unix_socket(void) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(a.sun_path, sizeof a.sun_path, "%s", in_target("socket"));
  say("UNIX socket of the host", fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0);
}

static void files(void) {
  struct stat s;
  const char *places[] = {"/weasel", "/tmp/weasel", "/etc/weasel", "/dev/shm/weasel", "/var/tmp/weasel"};
  say("read a file of the host", open(in_target("secret"), O_RDONLY) >= 0);
  say("write a file of the host", open(in_target("secret"), O_WRONLY) >= 0);
  say("stat a file of the host", stat(in_target("secret"), &s) == 0);
  say("chmod a file of the host", chmod(in_target("secret"), 0777) == 0);
  say("touch a file of the host", utimensat(AT_FDCWD, in_target("secret"), NULL, 0) == 0);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char what[64];
    snprintf(what, sizeof what, "create %s", places[i]);
    say(what, open(places[i], O_WRONLY | O_CREAT, 0600) >= 0);
  }
}

static void kernel(void) {
  char params[256] = {0};
  say("user namespace", unshare(CLONE_NEWUSER) == 0);
  say("mount", mount("none", "/tmp", "tmpfs", 0, NULL) == 0);
  say("io_uring", syscall(SYS_io_uring_setup, 1, params) >= 0);
  say("userfaultfd", syscall(SYS_userfaultfd, 0) >= 0);
  say("bpf", syscall(SYS_bpf, 5, params, 120) >= 0);
  say("keys", syscall(SYS_add_key, "user", "weasel", "x", 1, -3) >= 0);
  say("ptrace", ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
  say("netlink", socket(AF_NETLINK, SOCK_RAW, 12) >= 0);
  say("vsock", socket(AF_VSOCK, SOCK_STREAM, 0) >= 0);
  say("packet socket", socket(AF_PACKET, SOCK_RAW, 0) >= 0);
}

/* The code of a child that has ended, or -1: it is not there, or never ends. */
static int code(pid_t child) {
  int status;
  for (int i = 0; child > 0 && i < PATIENCE; i++) {
    if (waitpid(child, &status, WNOHANG) == child) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    usleep(100000);
  }
  return -1;
}

static void programs(void) {
  char *argv[] = {"true", NULL}, *env[] = {NULL};
  pid_t child = syscall(SYS_fork);
  if (child == 0) {
    execve("/bin/true", argv, env);
    _exit(9);
  }
  say("process", child > 0);
  say("program", child > 0 && code(child) == 0);
  int fd = syscall(SYS_memfd_create, "weasel", 0);
  say("file without a name", fd >= 0);
  say("session of its own", setsid() >= 0);
  say("kill the parent", kill(getppid() == 0 ? 1 : getppid(), SIGUSR2) == 0 && getpid() != 1 && getppid() != 0);
}

/* Command lines of processes that are not this one. */
static void others(void) {
  struct dirent *e;
  int found = 0;
  DIR *proc = opendir("/proc");
  while (proc != NULL && (e = readdir(proc)) != NULL) {
    char path[PATH];
    if (e->d_name[0] < '0' || e->d_name[0] > '9' || atoi(e->d_name) == getpid()) {
      continue;
    }
    snprintf(path, sizeof path, "/proc/%.20s/cmdline", e->d_name);
    found += open(path, O_RDONLY) >= 0;
  }
  say("command lines of others", found > 0);
}

__attribute__((constructor)) static void loaded(void) {
  Dl_info self;
  char path[2 * PATH];
  if (!dladdr((void *)loaded, &self)) {
    return;
  }
  snprintf(path, sizeof path, "%s.target", self.dli_fname);
  FILE *f = fopen(path, "r");
  if (f == NULL || fgets(target, sizeof target, f) == NULL) {
    return;
  }
  snprintf(path, sizeof path, "%s.said", self.dli_fname);
  if ((said = fopen(path, "w")) == NULL) {
    return;
  }
  unix_socket();
  files();
  kernel();
  programs();
  others();
  fclose(said);
}
