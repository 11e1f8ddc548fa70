/** What stands for the types of the workspace, which the emitted declarations import by module and name. */
const replacements: Readonly<Record<string, string>> = {
	// No client reads these two.
	'@adx/core/platform/context RequestContext': 'object',
	'./procedure-access.ts ProcedureMeta': 'object',
	'@adx/validators/errors ErrorReason': 'ErrorReason',
	'@adx/validators/live TrackedChanges':
		'{ readonly id: string; readonly data: { readonly everything: boolean; readonly changes: readonly { readonly topic: string; readonly id: string }[] } }',
};

/**
 * The declarations of the router, which the compiler writes with every input and output in place, as a file that
 * imports nothing but tRPC.
 * @param root the declarations emitted for `api-router/src/root.ts`
 * @param errors those for `validators/src/errors.ts`
 * @throws Error when a procedure names a type of the workspace that is not known here
 */
export function flattenDeclarations(root: string, errors: string): string {
	const errorReason = /^export type ErrorReason = [^;]+;$/m.exec(errors)?.[0];
	if (errorReason === undefined) throw new Error('validators/src/errors.ts declares no type ErrorReason.');
	const router = root.replace(
		/import\("([^"]*)"\)\.(\w+)/g,
		(imported, specifier: string, name: string) => replacements[`${specifier} ${name}`] ?? imported,
	);
	const flat = `${errorReason}\n${router}`;
	const imports = flat.match(/\b(?:from|import)\b\s*\(?\s*["'][^"']*["']\)?(?:\.\w+)*/g) ?? [];
	const foreign = imports.find((imported) => !imported.startsWith('import("@trpc/server").'));
	if (foreign !== undefined) {
		throw new Error(
			`The router's declarations need ${foreign}, which the packed client does not have; say what stands for it in flatten-declarations.ts.`,
		);
	}
	return flat;
}
