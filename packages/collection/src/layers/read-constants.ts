import { type Expression, type ModuleDeclaration, type Pattern, type Program, parse, type Statement } from 'acorn';

/** Stands for what only running the program would tell. */
export const unreadable: unique symbol = Symbol('unreadable');

/** A value that a program spells out: a text, number, flag, null, list or object of such values. */
export type Literal =
	| string
	| number
	| boolean
	| null
	| undefined
	| typeof unreadable
	| readonly Literal[]
	| { readonly [key: string]: Literal };

const textMaxLength = 10_000;
const listMaxLength = 20_000;
const depthMax = 100;

/**
 * The constants that a JavaScript file declares or exports at its top level, by name; what is exported counts where both
 * differ. The file is parsed and never run: literals, references to earlier constants, their properties, and sums of texts
 * and numbers are understood, everything else is `unreadable`. Throws a SyntaxError for what is not JavaScript.
 *
 * @param known constants that the file may take from elsewhere, by the names it destructures or uses
 */
export function readConstants(text: string, known: Readonly<Record<string, Literal>>): Map<string, Literal> {
	const scope = new Map<string, Literal>(Object.entries(known));
	const declared = new Map<string, Literal>();
	const exported = new Map<string, Literal>();
	const declare = (name: string, value: Literal) => {
		scope.set(name, value);
		declared.set(name, value);
	};
	for (const statement of parseProgram(text).body) readStatement(statement, { scope, declare, exported });
	return new Map([...declared, ...[...exported].filter(([, value]) => value !== unreadable)]);
}

function parseProgram(text: string): Program {
	const options = { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true } as const;
	try {
		return parse(text, { ...options, sourceType: 'script' });
	} catch (error) {
		if (error instanceof RangeError) throw new SyntaxError('It is nested too deeply.');
		try {
			return parse(text, { ...options, sourceType: 'module' });
		} catch {
			throw error;
		}
	}
}

interface Reading {
	readonly scope: ReadonlyMap<string, Literal>;
	readonly declare: (name: string, value: Literal) => void;
	readonly exported: Map<string, Literal>;
}

function readStatement(statement: Statement | ModuleDeclaration, reading: Reading): void {
	const { scope, declare, exported } = reading;
	if (statement.type === 'VariableDeclaration') {
		for (const { id, init } of statement.declarations) bind(id, init == null ? undefined : read(init, scope), reading);
	} else if (statement.type === 'ExportNamedDeclaration' && statement.declaration) {
		readStatement(statement.declaration, { scope, declare, exported });
	} else if (statement.type === 'ExportDefaultDeclaration') {
		const { declaration } = statement;
		const isCode = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
		if (!isCode) exportAll(read(declaration as Expression, scope), exported);
	} else if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
		const { left, right, operator } = statement.expression;
		const target = operator === '=' ? exportTarget(left) : null;
		if (target === '') exportAll(read(right, scope), exported);
		else if (target !== null) exported.set(target, read(right, scope));
	}
}

function exportAll(value: Literal, exported: Map<string, Literal>): void {
	if (isObject(value)) for (const [name, each] of Object.entries(value)) exported.set(name, each);
}

/** '' for `module.exports`, the name for `exports.name` and `module.exports.name`, null for anything else. */
function exportTarget(target: Pattern): string | null {
	if (target.type !== 'MemberExpression' || target.computed || target.property.type !== 'Identifier') return null;
	const { object, property } = target;
	if (object.type === 'Identifier' && object.name === 'module' && property.name === 'exports') return '';
	if (object.type === 'Identifier' && object.name === 'exports') return property.name;
	const isExports = object.type === 'MemberExpression' && exportTarget(object) === '';
	return isExports ? property.name : null;
}

function bind(pattern: Pattern, value: Literal, reading: Reading): void {
	if (pattern.type === 'Identifier') reading.declare(pattern.name, value);
	if (pattern.type !== 'ObjectPattern') return;
	for (const property of pattern.properties) {
		if (property.type !== 'Property' || property.value.type !== 'Identifier') continue;
		const key = keyName(property.key as Expression, property.computed, reading.scope, 0);
		const name = property.value.name;
		// What another file exports is known under its name alone, e.g. `const { MODE } = require(…)`.
		if (isObject(value) && key !== null) reading.declare(name, value[key]);
		else if (!reading.scope.has(name)) reading.declare(name, unreadable);
	}
}

const isObject = (value: Literal): value is { readonly [key: string]: Literal } =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A table of what each kind of expression says, as far as it says anything. */
function read(expression: Expression, scope: ReadonlyMap<string, Literal>, depth = 0): Literal {
	if (depth > depthMax) return unreadable;
	const readInner = (inner: Expression) => read(inner, scope, depth + 1);
	switch (expression.type) {
		case 'Literal':
			return typeof expression.value === 'bigint' || expression.value instanceof RegExp ? unreadable : expression.value;
		case 'TemplateLiteral':
			return expression.expressions.reduce<Literal>(
				(text, inner, index) =>
					add(add(text, readInner(inner)), expression.quasis[index + 1]!.value.cooked ?? unreadable),
				expression.quasis[0]!.value.cooked ?? unreadable,
			);
		case 'Identifier':
			return scope.has(expression.name) ? scope.get(expression.name) : unreadable;
		case 'ParenthesizedExpression':
			return readInner(expression.expression);
		case 'UnaryExpression':
			return readUnary(expression.operator, readInner(expression.argument));
		case 'BinaryExpression':
			if (expression.left.type === 'PrivateIdentifier') return unreadable;
			return readBinary(expression.operator, readInner(expression.left), readInner(expression.right));
		case 'ArrayExpression':
			return readList(expression.elements, readInner);
		case 'ObjectExpression':
			return readObject(expression.properties, scope, depth);
		case 'MemberExpression': {
			if (expression.object.type === 'Super' || expression.property.type === 'PrivateIdentifier') return unreadable;
			const object = readInner(expression.object);
			const key = keyName(expression.property, expression.computed, scope, depth);
			return isObject(object) && key !== null && Object.hasOwn(object, key) ? object[key] : unreadable;
		}
		default:
			return unreadable;
	}
}

function readUnary(operator: string, value: Literal): Literal {
	if (operator === '-' && typeof value === 'number') return -value;
	if (operator === '+' && typeof value === 'number') return value;
	if (operator === '!' && typeof value === 'boolean') return !value;
	return unreadable;
}

function readBinary(operator: string, left: Literal, right: Literal): Literal {
	if (operator === '+') return add(left, right);
	if (typeof left !== 'number' || typeof right !== 'number') return unreadable;
	if (operator === '-') return left - right;
	if (operator === '*') return left * right;
	return operator === '/' ? left / right : unreadable;
}

function add(left: Literal, right: Literal): Literal {
	if (typeof left === 'number' && typeof right === 'number') return left + right;
	const isText = (value: Literal) => typeof value === 'string' || typeof value === 'number';
	if (!isText(left) || !isText(right)) return unreadable;
	const sum = `${String(left)}${String(right)}`;
	return sum.length > textMaxLength ? unreadable : sum;
}

function readList(
	elements: readonly (Expression | { readonly type: 'SpreadElement'; readonly argument: Expression } | null)[],
	readInner: (expression: Expression) => Literal,
): Literal {
	const list: Literal[] = [];
	for (const element of elements) {
		const isSpread = element?.type === 'SpreadElement';
		const value = element === null ? undefined : readInner(isSpread ? element.argument : (element as Expression));
		if (isSpread && Array.isArray(value)) list.push(...value);
		else list.push(isSpread ? unreadable : value);
		if (list.length > listMaxLength) return unreadable;
	}
	return list;
}

function readObject(
	properties: Extract<Expression, { type: 'ObjectExpression' }>['properties'],
	scope: ReadonlyMap<string, Literal>,
	depth: number,
): Literal {
	// Without a prototype, so that no key of a stranger's file means anything else than itself.
	const object: Record<string, Literal> = Object.create(null);
	for (const property of properties) {
		if (property.type === 'SpreadElement') {
			const value = read(property.argument, scope, depth + 1);
			if (isObject(value)) Object.assign(object, value);
			continue;
		}
		const key = keyName(property.key, property.computed, scope, depth);
		if (key === null) continue;
		object[key] = property.kind === 'init' && !property.method ? read(property.value, scope, depth + 1) : unreadable;
	}
	return object;
}

function keyName(
	key: Expression | { readonly type: 'PrivateIdentifier' },
	isComputed: boolean,
	scope: ReadonlyMap<string, Literal>,
	depth: number,
): string | null {
	if (key.type === 'PrivateIdentifier') return null;
	if (!isComputed && key.type === 'Identifier') return key.name;
	const value = read(key, scope, depth + 1);
	return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
