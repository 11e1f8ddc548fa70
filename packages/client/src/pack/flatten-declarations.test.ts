import { expect, test } from 'vitest';
import { flattenDeclarations } from './flatten-declarations.ts';

const errors = "export type ErrorReason = 'bad_input' | 'internal';\n";
const imported = (specifier: string) => `import("${specifier}")`;

test('leaves no import but those of tRPC', () => {
	const root = [
		'export declare const appRouter: import("@trpc/server").TRPCBuiltRouter<{',
		`    ctx: ${imported('@adx/core/platform/context')}.RequestContext;`,
		`    meta: ${imported('./procedure-access.ts')}.ProcedureMeta;`,
		`    reason: ${imported('@adx/validators/errors')}.ErrorReason;`,
		'}>;',
	].join('\n');
	expect(flattenDeclarations(root, errors)).toBe(
		[
			"export type ErrorReason = 'bad_input' | 'internal';",
			'export declare const appRouter: import("@trpc/server").TRPCBuiltRouter<{',
			'    ctx: object;',
			'    meta: object;',
			'    reason: ErrorReason;',
			'}>;',
		].join('\n'),
	);
});

test.each([
	`declare const a: ${imported('@adx/core/merge/start-merge')}.Started;`,
	`declare const a: typeof ${imported('./trpc.ts')};`,
	'import { z } from "zod";',
	"import type { Job } from './job.ts';",
	'import "zod";',
])('rejects %s, which an installed client could not resolve', (line) => {
	expect(() => flattenDeclarations(line, errors)).toThrow('which the packed client does not have');
});

test('rejects errors that declare no reasons', () => {
	expect(() => flattenDeclarations('', 'export {};')).toThrow('declares no type ErrorReason');
});
