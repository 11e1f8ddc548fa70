import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const unit = fileURLToPath(new URL('../../deploy/adx-realm.service', import.meta.url));
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

test.skipIf(analyze('--version').status !== 0)('the service is exposed to at most 2.0 of 10, as systemd counts', () => {
	// The threshold is in tenths.
	const { status, stdout, stderr } = analyze('security', '--offline=true', '--threshold=20', unit);
	expect(status, stderr + stdout).toBe(0);
});
