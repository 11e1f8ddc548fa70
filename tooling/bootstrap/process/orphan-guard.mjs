// Loaded with --import into every process that the bootstrap starts: when the bootstrap is killed outright it can
// forward nothing, so its child notices by itself and stops as on SIGTERM.
import { isMainThread } from 'node:worker_threads';

const pollMs = 500;
const graceMs = 20_000;

// Worker threads and forked processes inherit --import; only the direct child watches.
if (isMainThread && process.env.ADX_BOOTSTRAP_PID === String(process.ppid)) {
	const bootstrap = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === bootstrap) return;
		clearInterval(timer);
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.exit(1), graceMs).unref();
	}, pollMs);
	timer.unref();
}
