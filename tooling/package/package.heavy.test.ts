import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	createReadStream,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createZstdDecompress } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
/** A network without any other machine, where the system lets us make one. */
const hasNamespaces = isRoot && spawnSync('unshare', ['-n', 'true']).status === 0;
const order = '--race elf --class wizard --style bold-classic --background forest-glade --count 3'.split(' ');
const passwords = { DEVELOPER_PASSWORDS: 'a-developer-password' };

/** Only root may set limits that this podman can set here. */
const limits = ['--ulimit=nofile=16384:16384', '--ulimit=nproc=4096:4096', '--runtime=runc'];
const canBuildImages = isRoot && ['podman', 'runc', 'mmdebstrap'].every(hasCommand);
if (!canBuildImages)
	console.log('Skipped, since this is not root with podman, runc and mmdebstrap: the package as an image.');

function hasCommand(name: string): boolean {
	return spawnSync('which', [name], { stdio: 'ignore' }).status === 0;
}

type Podman = (...args: string[]) => string;

/** podman with images and containers of its own in this folder; throws what it printed when it fails. */
function createPodman(folder: string): Podman {
	return (...args) => {
		mkdirSync(folder, { recursive: true });
		const settings = join(folder, 'storage.conf');
		const [runRoot, graphRoot] = [join(folder, 'run'), join(folder, 'graph')];
		writeFileSync(settings, `[storage]\ndriver = "overlay"\nrunroot = "${runRoot}"\ngraphroot = "${graphRoot}"\n`);
		const env = { ...process.env, CONTAINERS_STORAGE_CONF: settings };
		const { status, stdout, stderr } = spawnSync('podman', args, { env, encoding: 'utf8' });
		if (status !== 0) throw new Error(`podman ${args[0]}: ${stderr}`);
		return stdout;
	};
}

function succeeds(work: () => void): boolean {
	try {
		work();
		return true;
	} catch {
		return false;
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

describe.skipIf(process.platform !== 'linux')('the package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'adx-package-'));
	const running = new Set<ReturnType<typeof spawn>>();
	let unpacked = '';
	let archive = '';
	beforeAll(async () => {
		chmodSync(folder, 0o755);
		const made = spawnSync(process.execPath, ['tooling/package/make-package.mjs', '--out', folder], { cwd: root });
		expect(made.status, made.stderr.toString()).toBe(0);
		archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tar.zst')) ?? '');
		const tar = spawn('tar', ['-xf', '-', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] });
		await pipeline(createReadStream(archive), createZstdDecompress(), tar.stdin);
		await once(tar, 'close');
		unpacked = archive.replace(/\.tar\.zst$/, '');
		spawnSync('chmod', ['-R', 'a-w', unpacked]);
	});
	afterAll(() => {
		for (const child of running) child.kill('SIGKILL');
		spawnSync('chmod', ['-R', 'u+w', folder]);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Runs a command of the package in a folder of its own, as a user who owns nothing else, with no npm in its path. */
	function run(home: string, args: readonly string[], { isAlone = false } = {}) {
		const cwd = join(folder, home);
		mkdirSync(cwd, { recursive: true });
		const user = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
		if (isRoot) spawnSync('chown', [`${nobody}`, cwd]);
		const command = [...(isAlone ? ['unshare', '-n'] : []), ...user, join(unpacked, 'bin/adx'), ...args];
		const [file = '', ...rest] = command;
		const child = spawn(file, rest, {
			cwd,
			env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PORT: '0', LOG_LEVEL: 'warn', ...passwords },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		running.add(child);
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk: Buffer) => {
				output += chunk;
			});
		}
		const ended = once(child, 'close').then(([code]) => {
			running.delete(child);
			return code as number | null;
		});
		return { child, ended, output: () => output };
	}

	async function started(server: ReturnType<typeof run>) {
		const ready = () => /^ready (\S+)$/m.exec(server.output())?.[1];
		await expect.poll(ready, { timeout: 60_000, message: server.output() }).toBeDefined();
		return ready() ?? '';
	}

	test('is smaller than 80 MB', () => {
		expect(statSync(archive).size).toBeLessThan(80_000_000);
	});

	test.skipIf(!hasNamespaces)('starts without network, npm or a right to write to its folder', async () => {
		const server = run('alone', ['start'], { isAlone: true });
		await started(server);
		server.child.kill('SIGTERM');
		expect(await server.ended).toBe(0);
	});

	test('serves the pages, draws a collection and examines itself', async () => {
		const server = run('home', ['start']);
		const origin = await started(server);
		const page = await (await fetch(origin)).text();
		const script = /\/assets\/[^"]+\.js/.exec(page)?.[0];
		expect((await fetch(`${origin}${script}`)).status).toBe(200);
		server.child.kill('SIGTERM');
		expect(await server.ended).toBe(0);

		const drawn = run('home', ['generate', ...order, '--zip', 'first.zip']);
		expect(await drawn.ended, drawn.output()).toBe(0);
		const verified = run('home', ['verify-collection', 'first.zip']);
		expect(await verified.ended, verified.output()).toBe(0);
		const examined = run('home', ['doctor']);
		expect(await examined.ended, examined.output()).toBe(0);
		// Its module is not a command of the others'.
		const contract = run('home', ['contract', '--help']);
		expect(await contract.ended, contract.output()).toBe(0);
		expect(contract.output()).toContain('npm run contract -- <command>');
	});

	test('says in one line where its Node does not run', async () => {
		const broken = join(folder, 'broken');
		mkdirSync(join(broken, 'bin'), { recursive: true });
		await cp(join(unpacked, 'bin/adx'), join(broken, 'bin/adx'));
		writeFileSync(join(broken, 'bin/node'), '#!/bin/sh\necho "node: GLIBC_2.28 not found" >&2\nexit 1\n', {
			mode: 0o755,
		});
		const { status, stderr } = spawnSync(join(broken, 'bin/adx'), ['start'], { encoding: 'utf8' });
		expect([status, stderr]).toEqual([
			1,
			expect.stringMatching(/^adx: .*glibc 2\.28.*: node: GLIBC_2\.28 not found\n$/),
		]);
	});

	describe.skipIf(!canBuildImages)('as an image', () => {
		const podman = createPodman(join(folder, 'containers'));
		afterAll(() => podman('rm', '--force', '--all'));

		test('runs read-only, without rights, as a user of its own, and answers its health check', {
			timeout: 600_000,
		}, async () => {
			const base = join(folder, 'base.tar');
			const options = ['--variant=minbase', '--mode=root', '--include=ca-certificates', 'bookworm', base];
			expect(spawnSync('mmdebstrap', options, { stdio: 'ignore' }).status).toBe(0);
			podman('import', '--quiet', base, 'localhost/debian:bookworm-slim');
			const file = join(unpacked, 'deploy/Containerfile');
			podman('build', '--format=docker', '--network=host', ...limits, '--tag=adx-realm', `--file=${file}`, unpacked);
			const [port, metricsPort] = [await freePort(), await freePort()];
			const variables = { PORT: port, METRICS_PORT: metricsPort, PUBLIC_ORIGIN: 'http://adx.test', ...passwords };
			const hardening = [
				'--read-only',
				'--tmpfs=/tmp',
				'--cap-drop=all',
				'--security-opt=no-new-privileges',
				'--memory=1g',
			];
			const env = Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`);
			podman('run', '--detach', '--name=adx', '--init', '--network=host', ...limits, ...hardening, ...env, 'adx-realm');
			const isHealthy = () => succeeds(() => podman('healthcheck', 'run', 'adx'));
			await expect.poll(isHealthy, { timeout: 60_000, interval: 500 }).toBe(true);
			expect(podman('exec', 'adx', 'id', '-u').trim()).toBe('10001');
			expect(() => podman('exec', 'adx', 'touch', '/opt/adx-realm/x')).toThrow('Read-only file system');
			podman('stop', '--time=40', 'adx');
			expect(podman('inspect', '--format={{.State.ExitCode}}', 'adx').trim()).toBe('0');
		});
	});
});
