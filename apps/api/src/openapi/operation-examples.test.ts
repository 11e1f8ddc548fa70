import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { restOperations } from '../http/procedures/rest-operations.ts';
import { buildOpenApi } from './openapi-document.ts';
import { operationExamples } from './operation-examples.ts';

const documented = restOperations().filter(({ name }) =>
	/^(?:(?:generation|merge|attributes|collections|mint)\.|auth\.(?!config)|database\.(?!\w*Setting))/.test(name),
);

/** Dates travel as text; merges and sales have them as text in the first place. */
function withDates(value: unknown): unknown {
	if (typeof value === 'string' && z.iso.datetime().safeParse(value).success) return new Date(value);
	if (Array.isArray(value)) return value.map(withDates);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withDates(field)]));
}

describe('the examples of the API', () => {
	it('are there for every procedure but the configuration and those of presets, and for nothing else', () => {
		expect(Object.keys(operationExamples).toSorted()).toEqual(documented.map(({ name }) => name).toSorted());
	});

	it.each(documented.map((operation) => [operation.name, operation] as const))(
		'%s takes and answers what its example shows',
		(name, { rest, input, output }) => {
			const { body, response } = operationExamples[name] ?? { response: undefined };
			const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => [
				field,
				field === 'version' ? 1 : 'an-id',
			]);
			const sent = { ...Object.fromEntries(inPath), ...(body as object | undefined) };
			const plain = JSON.parse(JSON.stringify(sent).replace('AIza…', 'AIza-key')) as unknown;
			expect(input?.safeParse(plain).error).toBeUndefined();
			const expected = /^(?:merge|mint\.(?:collections|sales))\./.test(name) ? response : withDates(response);
			const parsed = output?.safeParse(expected);
			expect(parsed?.error).toBeUndefined();
			// A field too many would be dropped silently.
			expect(parsed?.data).toEqual(expected);
		},
	);

	it('stand in the document beside the schemas', () => {
		const { paths } = buildOpenApi('adx_session');
		const start = paths['/api/generate']?.post;
		expect(start?.requestBody?.content['application/json']?.example).toBe(operationExamples['generation.start']?.body);
		const answer = { content: { 'application/json': { example: operationExamples['generation.list']?.response } } };
		expect(paths['/api/jobs']?.get?.responses[200]).toMatchObject(answer);
	});

	it('show a merge as its schema takes it, by list and by images', () => {
		const content =
			buildOpenApi('adx_session').paths['/api/merge-jobs']?.post?.requestBody?.content['application/json'];
		if (content === undefined) throw new Error('POST /api/merge-jobs takes JSON');
		expect(
			z.fromJSONSchema(content.schema as z.core.JSONSchema.JSONSchema).safeParse(content.example).error,
		).toBeUndefined();
		for (const field of ['manifest', 'imageData', 'sha256']) {
			expect(JSON.stringify(content.schema)).toContain(`"${field}"`);
		}
	});
});
