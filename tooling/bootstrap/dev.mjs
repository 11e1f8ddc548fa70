// npm run dev: the product with reload.
import { runDevServers } from './dev/dev-servers.mjs';
import { readProductEnvironment } from './env-file.mjs';
import { main } from './workspace.mjs';

await main(() => runDevServers(readProductEnvironment()));
