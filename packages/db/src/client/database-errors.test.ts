import { expect, it } from 'vitest';
import { describeServerProblem } from './database-errors.ts';

const coded = (code: string, cause?: unknown) => Object.assign(new Error('adx:secret-word@db', { cause }), { code });

it.each([
	['a server that is not there', coded('ECONNREFUSED'), 'cannot be reached (ECONNREFUSED)'],
	['a wrong password', coded('28P01'), 'refused by the server (28P01)'],
	['a database that is not there', coded('3D000'), 'refused by the server (3D000)'],
	[
		'what a migration met',
		new Error('not migrated', { cause: coded('ECONNREFUSED') }),
		'cannot be reached (ECONNREFUSED)',
	],
	[
		'a connection that broke over a wrong password',
		coded('CONNECTION_CLOSED', coded('28P01')),
		'refused by the server (28P01)',
	],
	['a query that is wrong', coded('42601'), null],
	['no error', 'ECONNREFUSED', null],
])('serverProblemOf tells %s by its code alone', (_, error, problem) => {
	expect(describeServerProblem(error)).toBe(problem);
});
