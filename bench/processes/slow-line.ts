/** Passes connections on to a port of loopback with a round trip of so many milliseconds, and prints its own origin. Run by s3.ts. */
import { startTcpProxy } from '@adx/fakes/tcp-proxy';

const [port = '', roundTripMs = ''] = process.argv.slice(2);
const { origin } = await startTcpProxy(Number(port), { roundTripMs: Number(roundTripMs) });
console.log(origin);
