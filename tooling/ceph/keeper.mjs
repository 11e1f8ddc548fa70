// node keeper.mjs: makes a Ceph cluster of one monitor, one OSD in memory and one object gateway in a temporary folder, prints
// the gateway's URL with its key, and removes everything when its standard input ends. Works as any user, without privileges.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../bootstrap/dev/free-port.mjs';

const attemptsMax = 3;
const readyMaxMs = 60_000;
const memoryBytes = 4 * 1_024 ** 3;

// Ctrl-C in a terminal must not end the keeper before it has cleaned up; the end of the pipe follows.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {});

const accessKeyId = `adx${randomBytes(6).toString('hex')}`;
const secretAccessKey = randomBytes(18).toString('base64url');

/** @type {import('node:child_process').ChildProcess[]} in the order of their start */
let daemons = [];
let folder = '';
let ending = false;
process.stdin.resume();
process.stdin.once('end', () => void end(0));

for (let attempt = 1; ; attempt += 1) {
	try {
		const port = await startCluster();
		process.stdout.write(`http://${accessKeyId}:${secretAccessKey}@127.0.0.1:${port}\n`);
		break;
	} catch (error) {
		// A port was taken by somebody else in between.
		if (attempt < attemptsMax) {
			await stopCluster();
			continue;
		}
		process.stderr.write(`${error instanceof Error ? error.message : error}\n${lastLogLines()}\n`);
		await end(1);
	}
}

async function startCluster() {
	folder = mkdtempSync(join(tmpdir(), 'adx-ceph-'));
	for (const name of ['run', 'log', 'mon', 'osd']) mkdirSync(join(folder, name));
	const [port, monitorPort] = [await freePort(), await freePort()];
	const [clusterId, osdId] = [randomUUID(), randomUUID()];
	const conf = join(folder, 'ceph.conf');
	writeFileSync(conf, toConf({ port, monitorPort, clusterId }));
	const map = join(folder, 'monmap');
	const monitor = ['--enable-all-features', '--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`];
	call('monmaptool', ['--create', '--fsid', clusterId, ...monitor, map]);
	call('ceph-mon', ['-c', conf, '-i', 'a', '--mkfs', '--monmap', map]);
	run('ceph-mon', ['-c', conf, '-i', 'a', '-f']);
	const ceph = (/** @type {string[]} */ args) => call('ceph', ['-c', conf, '--connect-timeout', '20', ...args]);
	ceph(['osd', 'new', osdId]);
	ceph(['osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=local']);
	call('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osdId]);
	run('ceph-osd', ['-c', conf, '-i', '0', '-f']);
	const user = ['--uid', 'adx', '--display-name', 'adx', '--access-key', accessKeyId, '--secret-key', secretAccessKey];
	call('radosgw-admin', ['-c', conf, 'user', 'create', ...user]);
	run('radosgw', ['-c', conf, '-n', 'client.rgw', '-f']);
	await untilReady(port);
	return port;
}

/** Nothing is written outside of the folder, and a machine that stands still for a while is no reason to end. */
function toConf(
	/** @type {{ port: number, monitorPort: number, clusterId: string }} */ { port, monitorPort, clusterId },
) {
	const settings = {
		fsid: clusterId,
		mon_host: `[v1:127.0.0.1:${monitorPort}]`,
		public_network: '127.0.0.0/8',
		public_addr: '127.0.0.1',
		cluster_addr: '127.0.0.1',
		ms_bind_msgr2: false,
		ms_bind_ipv6: false,
		auth_cluster_required: 'none',
		auth_service_required: 'none',
		auth_client_required: 'none',
		run_dir: join(folder, 'run'),
		pid_file: join(folder, 'run', '$name.pid'),
		admin_socket: join(folder, 'run', '$name.asok'),
		log_file: join(folder, 'log', '$name.log'),
		log_to_stderr: false,
		crash_dir: join(folder, 'log'),
		mon_cluster_log_file: join(folder, 'log', 'cluster.log'),
		debug_ms: 0,
		paxos_propose_interval: 0.05,
		osd_op_thread_timeout: 600,
		osd_op_thread_suicide_timeout: 0,
		rgw_op_thread_timeout: 600,
		rgw_op_thread_suicide_timeout: 0,
		mon_osd_report_timeout: 86_400,
		osd_max_markdown_count: 1_000,
		osd_pool_default_size: 1,
		osd_pool_default_min_size: 1,
		osd_pool_default_pg_num: 4,
		osd_pool_default_pgp_num: 4,
		osd_pool_default_pg_autoscale_mode: 'off',
		mon_allow_pool_size_one: true,
		mon_max_pg_per_osd: 2_000,
		mon_data_avail_crit: 1,
		mon_data_avail_warn: 1,
		mon_data: join(folder, 'mon'),
		osd_data: join(folder, 'osd'),
		osd_crush_chooseleaf_type: 0,
		// Set by commands: what an OSD says at its start may reach the monitor before it knows the cluster's id.
		osd_crush_update_on_start: false,
		osd_class_update_on_start: false,
		osd_objectstore: 'memstore',
		memstore_device_bytes: memoryBytes,
		rgw_frontends: `beast endpoint=127.0.0.1:${port}`,
		rgw_thread_pool_size: 64,
		rgw_enable_usage_log: false,
		rgw_run_sync_thread: false,
		rgw_crypt_require_ssl: false,
		// Else a quota is noticed up to ten minutes later.
		rgw_bucket_quota_ttl: 0,
		rgw_data: join(folder, 'run'),
	};
	const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
	return ['[global]', ...lines, ''].join('\n');
}

function call(/** @type {string} */ program, /** @type {string[]} */ args) {
	const { status, error, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
	if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

function run(/** @type {string} */ program, /** @type {string[]} */ args) {
	const daemon = spawn(program, args, { cwd: folder, stdio: 'ignore' });
	daemon.once('error', () => {});
	daemons.push(daemon);
}

async function untilReady(/** @type {number} */ port) {
	for (const until = Date.now() + readyMaxMs; Date.now() < until; await sleep(50)) {
		if (daemons.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) break;
		const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
		// Another program that took the port in between is none that lists nobody's buckets.
		if (answer?.ok && (await answer.text()).includes('ListAllMyBucketsResult')) return;
	}
	throw new Error("Ceph's gateway does not answer");
}

async function stopCluster() {
	for (const daemon of daemons.toReversed()) {
		if (daemon.pid === undefined || daemon.exitCode !== null || daemon.signalCode !== null) continue;
		const exited = new Promise((resolve) => daemon.once('exit', resolve));
		// All of it is in memory, and its files are removed anyway.
		daemon.kill('SIGKILL');
		await exited;
	}
	daemons = [];
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function lastLogLines() {
	const logs = join(folder, 'log');
	return readdirSync(logs)
		.map((name) => readFileSync(join(logs, name), 'utf8').trim().split('\n').slice(-3).join('\n'))
		.join('\n');
}

async function end(/** @type {number} */ status) {
	if (ending) return;
	ending = true;
	await stopCluster();
	process.exit(status);
}
