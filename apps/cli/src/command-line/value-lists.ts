import { suggestName } from '@adx/core/platform/suggest-name';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { backgrounds, defaultBackgroundOption } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import type { CatalogueOption } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import { toFieldErrors } from '@adx/validators/zod-messages';
import { UsageError } from './errors.ts';

type Values = readonly Pick<CatalogueOption, 'value' | 'label'>[];

const lists: Readonly<Record<string, Values>> = {
	races,
	classes,
	styles: artStyles,
	backgrounds: [...backgrounds, defaultBackgroundOption],
	afflictions,
	divinities,
	items,
	stones,
};

/** What `--list` takes. */
export const namesOfLists: readonly string[] = Object.keys(lists);

/** The lines of `--list NAME`: what is written in a command or a file of weights, and what people read. */
export function formatList(name: string): string[] {
	const values = Object.hasOwn(lists, name) ? lists[name] : undefined;
	if (values === undefined) {
		throw new UsageError(`--list: one of ${namesOfLists.join(', ')}.${suggestName(name, namesOfLists)} See --help.`);
	}
	const width = Math.max(...values.map(({ value }) => value.length));
	return values.map(({ value, label }) => `${value.padEnd(width)}  ${label}`);
}

/** By the fields of an order and the traits of its weights, counts and rules. */
const listByField: Readonly<Record<string, string>> = {
	races: 'races',
	race: 'races',
	classes: 'classes',
	class: 'classes',
	artStyle: 'styles',
	backgroundType: 'backgrounds',
	afflictions: 'afflictions',
	affliction: 'afflictions',
	divinity: 'divinities',
	items: 'items',
	magicalStone: 'stones',
};

/** The name that is meant, and what lists all of them; '' for a field without such a list. */
function suggestValue(field: string, typed: string): string {
	const name = listByField[field];
	if (name === undefined || typed === '') return '';
	const names = lists[name]!.map(({ value }) => value);
	return names.includes(typed) ? '' : `${suggestName(typed, names)} See --list ${name}.`;
}

/** The first thing that is wrong with an order, by its option, and what may be meant in place of a value that is unknown. */
export function describeOrderProblem(
	error: Parameters<typeof toFieldErrors>[0],
	order: object,
	optionByField: Readonly<Record<string, string>>,
): string {
	const [field = '', sentence = 'Invalid options'] = Object.entries(toFieldErrors(error))[0] ?? [];
	const [first = '', ...rest] = field.split('.');
	const option = optionByField[first] ?? first;
	const where = [option, ...(isPlace(rest) ? [] : rest)].join(' ');
	return `${where}: ${sentence}.${suggestForPath([first, ...rest], order)} See --help.`;
}

/** A place in a list of the command line says nothing: the sentence names the value. */
const isPlace = (rest: readonly string[]) => rest.length === 1 && /^\d+$/.test(rest[0]!);

function suggestForPath(path: readonly string[], order: object): string {
	const [first = '', second = '', third = ''] = path;
	// The values of weights and counts are names of fields.
	if (first === 'weights' || first === 'counts') return suggestValue(second, third);
	const parent = getAt(order, path.slice(0, -1));
	const typed = getAt(order, path);
	const field = first === 'rules' ? String(Object(parent).trait) : first;
	return typeof typed === 'string' ? suggestValue(field, typed) : '';
}

const getAt = (value: unknown, path: readonly string[]): unknown =>
	path.reduce((inner: unknown, key) => Object(inner)[key], value);
