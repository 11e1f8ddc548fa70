import { type OpenApiOperation, refusals } from './openapi-operation.ts';

/** A documented route that is no procedure. */
export interface RouteOperation {
	readonly path: string;
	readonly method: 'get' | 'post' | 'put';
	readonly operation: OpenApiOperation;
}

export const bytesAnswer = (mime: string, description: string) => ({
	description,
	content: { [mime]: { schema: { type: 'string', format: 'binary' } } },
});

export const memberReads = { access: 'member', scope: 'read' } as const;

export const zip = {
	200: bytesAnswer('application/zip', 'The whole collection; Content-Length and ETag are set'),
	...refusals,
};
export const ranged = {
	...zip,
	206: bytesAnswer('application/zip', 'The asked range'),
	416: { description: 'Range outside' },
};
