import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEngine } from './embedded-engine.ts';
import { getEmptyClusterPath, packCluster } from './empty-cluster.ts';

// Run after every change of the engine's version; replaces the file of the version before.
const directory = mkdtempSync(join(tmpdir(), 'adx-empty-cluster-'));
await (await startEngine({ dataDir: directory })).close();
rmSync(dirname(getEmptyClusterPath()), { recursive: true, force: true });
await packCluster(directory);
rmSync(directory, { recursive: true });
console.log(`${getEmptyClusterPath()}: ${statSync(getEmptyClusterPath()).size} bytes`);
