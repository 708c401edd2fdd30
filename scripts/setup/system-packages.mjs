// Promises that the Linux libraries and programs a step needs are there: what is missing is found by looking, and installed
// with apt-get when this is root. Refuses to guess otherwise: it prints the exact command. Other systems need nothing here.
import { existsSync } from "node:fs";
import { findProgram, runQuietly, tail } from "./processes.mjs";
import { failure, step } from "./say.mjs";

// Libraries Electron is linked with are found by `ldd`; these it loads by name while it runs.
const loadedByName = { "libnotify.so.4": "libnotify4", "libsecret-1.so.0": "libsecret-1-0" };
const packageOfLibrary = [
  [/^lib(gtk-3|gdk-3|atk|cairo|pango|gdk_pixbuf|at-?spi)/, "libgtk-3-0"],
  [/^lib(nss3|nssutil3|smime3|nspr4)/, "libnss3"],
  [/^libasound/, "libasound2"],
  [/^lib(gbm|drm)/, "libgbm1"],
  [/^libXss/, "libxss1"],
  [/^libcups/, "libcups2"],
  [/^libudev/, "libudev1"],
  [/^lib(X|xcb|xkb)/, "libgtk-3-0"],
  [/^lib(dbus|glib|gobject|gio|expat)/, "libgtk-3-0"],
];
const testPython = "/usr/bin/python3";

/** Programs, by what they are needed for. */
const programs = {
  display: [["Xvfb", "xvfb"]],
  bus: [["dbus-daemon", "dbus"]],
  tests: [
    ["gnome-keyring-daemon", "gnome-keyring"],
    ["xdotool", "xdotool"],
  ],
};

async function missingLibraries(electronProgram) {
  if (!findProgram("ldd")) return [];
  const linked = await runQuietly("ldd", [electronProgram], { limitSeconds: 30 });
  const missing = [...linked.output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
  const ldconfig = findProgram("ldconfig") ?? "/sbin/ldconfig";
  const known = existsSync(ldconfig) ? (await runQuietly(ldconfig, ["-p"], { limitSeconds: 30 })).output : undefined;
  const byName = known === undefined ? [] : Object.keys(loadedByName).filter((library) => !known.includes(library));
  return [...missing, ...byName];
}

function packageOf(library) {
  return loadedByName[library] ?? packageOfLibrary.find(([pattern]) => pattern.test(library))?.[1];
}

async function hasMocks() {
  if (!existsSync(testPython)) return false;
  return (
    (await runQuietly(testPython, ["-c", "import dbusmock, dbus, gi.repository.GLib"], { limitSeconds: 60 })).code === 0
  );
}

async function missingPackages(electronProgram, needs) {
  const libraries = await missingLibraries(electronProgram);
  const unknown = libraries.filter((library) => packageOf(library) === undefined);
  const packages = new Set(libraries.map(packageOf).filter((name) => name !== undefined));
  for (const need of needs) {
    for (const [program, name] of programs[need]) if (!findProgram(program)) packages.add(name);
  }
  if (needs.includes("tests") && !(await hasMocks())) packages.add("python3-dbusmock").add("python3-gi");
  return { packages: [...packages], unknown };
}

/** Newer Debian and Ubuntu releases renamed some libraries; a virtual old name is not always installable. */
async function currentNames(packages) {
  const names = [];
  for (const name of packages) {
    const renamed = `${name}t64`;
    const answer = await runQuietly("apt-cache", ["show", "--no-all-versions", renamed], { limitSeconds: 60 });
    names.push(answer.code === 0 && answer.output.includes(`Package: ${renamed}`) ? renamed : name);
  }
  return names;
}

async function packageTool(program, args) {
  return runQuietly(program, args, {
    limitSeconds: 20 * 60,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

async function installAsRoot(packages) {
  return step(`installing system packages: ${packages.join(", ")}`, async () => {
    // A failed update is not the end: the lists that are there may do. The installation decides.
    const updated = await packageTool("apt-get", ["update"]);
    // Packages that an interrupted installation left half set up would stop every further one.
    await packageTool("dpkg", ["--configure", "-a"]);
    const installed = await packageTool("apt-get", [
      "install",
      "-y",
      "--no-install-recommends",
      ...(await currentNames(packages)),
    ]);
    return installed.code === 0
      ? undefined
      : tail(`${updated.code === 0 ? "" : updated.output}${installed.output}`, 15);
  });
}

/**
 * Makes sure that the system has what Electron and the named needs take. On other systems than Linux nothing is needed.
 * @param {string} electronProgram
 * @param {("display" | "bus" | "tests")[]} needs
 */
export async function ensureSystemPackages(electronProgram, needs) {
  if (process.platform !== "linux") return;
  const { packages, unknown } = await missingPackages(electronProgram, needs);
  if (packages.length === 0 && unknown.length === 0) return;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  const tried = `find what Electron and its surroundings need on this system (missing: ${[...packages, ...unknown].join(", ")})`;
  if (packages.length > 0 && findProgram("apt-get") && process.getuid() === 0) {
    const problem = await installAsRoot(packages);
    const left = await missingPackages(electronProgram, needs);
    if (left.packages.length === 0 && left.unknown.length === 0) return;
    throw failure({
      tried,
      why: `still missing after the installation: ${[...left.packages, ...left.unknown].join(", ")}`,
      todo: `run as root: ${command}`,
      details: problem,
    });
  }
  if (findProgram("apt-get") && packages.length > 0) {
    throw failure({ tried, why: "installing them takes root", todo: `run: sudo sh -c '${command}'` });
  }
  throw failure({
    tried,
    why: "this system's package manager is not apt",
    todo: "install the packages that hold these (the names are Debian's), then run the same command again.",
  });
}
