import type { Plugin, Rolldown } from 'vite';

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/**
 * Leaves out of a page the schemas that nothing on it uses. Zod builds a schema by calls, and a bundler keeps every call of
 * which it does not know that it only returns something: the pages built each schema of the API as they were loaded. In
 * the validators what a constant is set to never does anything else, which is what the annotation says.
 */
export function pureSchemas(): Plugin {
	return {
		name: 'pure-schemas',
		apply: 'build',
		transform: {
			filter: { id: /[\\/]packages[\\/]validators[\\/]src[\\/]/ },
			handler(code) {
				let pure = '';
				let end = 0;
				for (const value of this.parse(code).body.flatMap(findBuiltValues)) {
					pure += `${code.slice(end, value.start)}/* @__PURE__ */ (() => (${code.slice(value.start, value.end)}))()`;
					end = value.end;
				}
				return { code: pure + code.slice(end), map: null };
			},
		},
	};
}

/** What the module's constants are set to, where something is called or put together for it. */
function findBuiltValues(statement: Statement) {
	const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
	if (declaration?.type !== 'VariableDeclaration') return [];
	return declaration.declarations.flatMap(({ init }) => (init && builtTypes.has(init.type) ? [init] : []));
}

const builtTypes: ReadonlySet<string> = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression']);
