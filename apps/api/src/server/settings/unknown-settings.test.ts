import { expect, it } from 'vitest';
import { environmentSchema } from '../env.ts';
import { describeUnknownSettings } from './unknown-settings.ts';

const names = Object.keys(environmentSchema.shape);

it('names misspelled settings, and entries of .env that have no effect', () => {
	const fromFile = { DEVELOPER_PASSWORD: 'secret', PORT: '1', COLOUR: 'blue', TEST_DATABASE_URL: 'x', NODE_ENV: 'x' };
	const fromProcess = { ...fromFile, DATABSE_URL: 'x', HOME: '/root', EDITOR: 'vi', DISPLAY: ':0', TRUSTED_PROXY: 'x' };
	expect(describeUnknownSettings(names, fromFile, fromProcess)).toEqual([
		'.env: DEVELOPER_PASSWORD is not a setting. Did you mean DEVELOPER_PASSWORDS?',
		'.env: COLOUR is not a setting.',
		'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
	]);
});

it('says nothing where all is right', () => {
	expect(describeUnknownSettings(names, { DEVELOPER_PASSWORDS: 'x' }, { PATH: '/bin', LOCKED_PAGES: '' })).toEqual([]);
});
