import { AppError, notFound } from '@adx/core/platform/errors';
import { toFieldErrors } from '@adx/validators/zod-messages';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** Reads path and query together; an id in the path that could never exist gets the same 404 as one that does not. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
	const params = request.params as object;
	const parsed = schema.safeParse({ ...(request.query as object), ...params });
	if (parsed.success) return parsed.data;
	if (parsed.error.issues.some(({ path }) => String(path[0]) in params)) throw notFound('address');
	throw toInputError(parsed.error);
}

/** Reads a JSON body that fastify's parser has taken already. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
	const parsed = schema.safeParse(body);
	if (parsed.success) return parsed.data;
	throw toInputError(parsed.error);
}

/** 400 with the schema's first complaint, and the first one about each field. */
export const toInputError = (error: z.ZodError) =>
	new AppError('INVALID', {
		reason: 'bad_input',
		message: error.issues[0]?.message ?? 'Invalid input',
		meta: { fields: toFieldErrors(error) },
	});
