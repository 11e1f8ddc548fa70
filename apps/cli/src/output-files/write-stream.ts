import type { WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Ends the file once `write` is through. When something fails, it is closed and not whole, and what failed is thrown. */
export async function writeWhole(sink: WriteStream, write: () => Promise<void>): Promise<void> {
	const closed = finished(sink);
	// It is awaited below; until then a failure must not pass for an unhandled one.
	closed.catch(() => {});
	try {
		await write();
		sink.end();
		await closed;
	} catch (error) {
		sink.destroy();
		await closed.catch(() => {});
		// What failed first: a write after the file failed only tells that the stream is gone.
		throw sink.errored ?? error;
	}
}
