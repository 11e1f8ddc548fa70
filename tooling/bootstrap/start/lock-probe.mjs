// node lock-probe.mjs <lock file>: status 3 when another process holds the lock, else 0. Run with the bundled Node.
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;
const [path = ''] = process.argv.slice(2);
try {
	// Reading needs a shared lock, which an exclusive holder refuses; asking for more could get in the way of a start.
	const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
	database.prepare('SELECT count(*) FROM sqlite_schema').get();
	database.close();
} catch (error) {
	// Anything else is for the API to judge, which opens the file for writing.
	if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) process.exitCode = 3;
}
