import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Pictures, archives and the built app are compressed already. */
const compressedTypes = /^(?:application\/json|text\/csv)(?:;|$)/;
/** What fits into one packet gains nothing. */
const minBytes = 1_024;

/**
 * Compresses JSON and CSV of the routes that are declared after this call, for clients that accept it. A proxy in front
 * passes on what is compressed, and may compress what is not. Bodies of requests are not touched: a few kB could inflate
 * to more than any route takes.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
	await app.register(fastifyCompress, {
		globalCompression: true,
		globalDecompression: false,
		encodings: ['br', 'gzip'],
		customTypes: compressedTypes,
		threshold: minBytes,
	});
}
