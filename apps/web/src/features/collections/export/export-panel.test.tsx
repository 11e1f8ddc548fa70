import { type PreflightFinding, preflightRowsInput } from '@adx/validators/exports';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { usePage } from '../../../test/setup.tsx';
import { open, serve } from '../rarity/rarity-testing.ts';

usePage();

describe('exports', () => {
	const nameBytes: PreflightFinding = {
		kind: 'nameBytes',
		severity: 'error',
		targets: ['metaplex'],
		count: 2,
		problem: 'Solana takes names of 32 bytes.',
		examples: ['token 1: 40 bytes.'],
		fix: 'Shorten the name.',
	};
	const mixedSizes: PreflightFinding = {
		...nameBytes,
		kind: 'mixedSizes',
		severity: 'warning',
		targets: ['metaplex', 'opensea'],
		problem: 'Pictures differ in size.',
		fix: 'Scale them.',
	};
	const cardOf = async (name: string) => (await screen.findByRole('heading', { level: 3, name })).closest('li')!;

	test('every target is a link that the browser follows by itself, ready when the preflight finds nothing', async () => {
		serve(3);
		open('?tab=exports');
		expect(await screen.findByText('Nothing stands in the way: 3 tokens checked for all targets.')).toBeVisible();
		const links = screen.getAllByRole('link', { name: /^Download (?!CSV)/ });
		expect(links.map((link) => [link.getAttribute('href'), link.hasAttribute('download')])).toEqual(
			['plain', 'metaplex', 'opensea', 'contract', 'car'].map((target) => [
				`/api/collections/c-1/export?target=${target}`,
				true,
			]),
		);
		expect(await cardOf('IPFS (CAR)')).toHaveTextContent('Ready');
	});

	test('findings stand by severity with examples and the way out, and an error asks twice at its target alone', async () => {
		serve(3, {}, [nameBytes, mixedSizes]);
		open('?tab=exports');
		const errors = within(await screen.findByRole('region', { name: '1 error' }));
		expect(errors.getByText('token 1: 40 bytes.')).toBeVisible();
		// What comes with it cannot be done to a collection that is here already.
		expect(errors.queryByText(/Shorten the name\./)).toBeNull();
		expect(errors.getByText(/^Merge this collection by itself/)).toHaveTextContent(
			'How to fix it: Merge this collection by itself, with a shorter pattern for the token names. Open the merger',
		);
		expect(errors.getByRole('link', { name: 'Open the merger' })).toHaveAttribute('href', '/merger?addMerge=c-1');
		expect(screen.getByRole('region', { name: '1 warning' })).toHaveTextContent('MetaplexOpenSea');
		const metaplex = await cardOf('Metaplex');
		expect(metaplex).toHaveTextContent('The preflight found: Solana takes names of 32 bytes.');
		expect(within(metaplex).getByRole('link', { name: 'Download anyway Metaplex' })).toBeVisible();
		const opensea = await cardOf('OpenSea');
		expect(opensea).toHaveTextContent('1 warning');
		expect(within(opensea).getByRole('link', { name: 'Download OpenSea' })).toBeVisible();
	});

	test('a job is merged from its page, and what has no way out here names none', async () => {
		const tooMany = { ...nameBytes, kind: 'tooManyTokens', problem: 'An OpenSea drop takes 15,000 items.' };
		serve(3, { kind: 'generated' }, [nameBytes, tooMany]);
		open('?tab=exports');
		const errors = within(await screen.findByRole('region', { name: '2 errors' }));
		const entryOf = (problem: string) => errors.getByText(problem, { exact: false }).closest('li')!;
		const link = within(entryOf('Solana takes names of 32 bytes.')).getByRole('link', { name: 'Open the merger' });
		expect(link).toHaveAttribute('href', '/merger?add=c-1');
		expect(entryOf('An OpenSea drop takes 15,000 items.')).toHaveTextContent('token 1: 40 bytes.');
		expect(entryOf('An OpenSea drop takes 15,000 items.')).not.toHaveTextContent('How to fix it');
	});

	test.each([
		['imageTypes', /with ‘Convert to PNG’ for those that are not animated/],
		['brokenUris', /with ‘Leave these addresses out’/],
		['localUris', /with ‘Leave these addresses out’/],
	])('what the merger mends is sent to it, here %s', async (kind, cure) => {
		serve(3, {}, [{ ...nameBytes, kind }]);
		open('?tab=exports');
		const errors = within(await screen.findByRole('region', { name: '1 error' }));
		expect(errors.getByText(/^Merge this collection by itself/)).toHaveTextContent(cure);
		expect(errors.getByRole('link', { name: 'Open the merger' })).toHaveAttribute('href', '/merger?addMerge=c-1');
	});

	test('a finding of more than its examples has its full list, fetched in pages, and what fails can be tried again', async () => {
		serve(3, {}, [
			{ ...nameBytes, count: 2_500 },
			{ ...mixedSizes, count: 1 },
		]);
		let isBusy = true;
		const pages: unknown[] = [];
		const rows = Array.from({ length: 2_500 }, (_, index) => `token ${index + 1}: 40 bytes.`);
		api.use(
			procedure('collections', 'preflightRows', (input) => {
				if (isBusy) return new Refusal(409, 'Busy.');
				const { kind, offset, limit } = preflightRowsInput.parse(input);
				pages.push([kind, offset]);
				return { total: rows.length, rows: rows.slice(offset, offset + limit) };
			}),
		);
		open('?tab=exports');
		await userEvent.click(await screen.findByRole('button', { name: 'Show all: Solana takes names of 32 bytes.' }));
		const dialog = within(await screen.findByRole('dialog'));
		expect(await dialog.findByText('The list could not be loaded.')).toBeVisible();
		isBusy = false;
		await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
		expect(await dialog.findByText('2,500 rows')).toBeVisible();
		expect(pages).toEqual([0, 1_000, 2_000].map((offset) => ['nameBytes', offset]));
		expect(screen.queryByRole('button', { name: 'Show all: Pictures differ in size.' })).toBeNull();
	});

	test('a run without a symbol is made again with one, where a merge is the long way', async () => {
		const missingSymbols = { ...mixedSizes, kind: 'missingSymbols', problem: 'Tokens have no symbol.' };
		const differingSymbols = { ...mixedSizes, kind: 'differingSymbols', problem: 'Tokens have different symbols.' };
		serve(2, { kind: 'attributed' }, [missingSymbols, differingSymbols]);
		open('?tab=exports');
		const warnings = within(await screen.findByRole('region', { name: '2 warnings' }));
		const entryOf = (problem: string) => warnings.getByText(problem, { exact: false }).closest('li')!;
		expect(entryOf('Tokens have no symbol.')).toHaveTextContent(
			'How to fix it: Generate the attributes again with a symbol in the ‘Symbol’ field of the attribute generator. Or merge the pictures by themselves with this metadata, with one symbol for all tokens. Open the merger',
		);
		// A run leaves the symbols that there are.
		expect(entryOf('Tokens have different symbols.')).not.toHaveTextContent('Generate');
	});

	test('attributed art has no CAR here, but the command that makes it', async () => {
		serve(2, { kind: 'attributed' });
		open('?tab=exports');
		const car = await cardOf('IPFS (CAR)');
		expect(within(car).queryByRole('link')).toBeNull();
		expect(car).toHaveTextContent('npm run export -- --from path/to/folder --to car');
		for (const name of ['Plain folder', 'Metaplex', 'OpenSea']) {
			const card = await cardOf(name);
			expect(card).toHaveTextContent('The pictures stay with you.');
			expect(card).not.toHaveTextContent(/[Pp]ictures and|0\.png/);
		}
	});

	test('of somebody else’s collection are refused in words, without a request that would be', async () => {
		serve(3, { isMine: false });
		const preflight = vi.fn(() => new Refusal(404, 'No such collection.'));
		api.use(procedure('collections', 'preflight', preflight));
		open('?tab=exports');
		expect(await screen.findByRole('heading', { name: 'Only its owner can export it' })).toBeVisible();
		expect(screen.queryByRole('link', { name: /^Download (?!CSV)/ })).toBeNull();
		expect(preflight).not.toHaveBeenCalled();
	});

	test('a check that fails leaves the downloads, and can be asked for again', async () => {
		serve(3);
		api.use(procedure('collections', 'preflight', () => new Refusal(409, 'Busy.')));
		open('?tab=exports');
		expect(await screen.findByText('Busy.')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Download Plain folder' })).toBeVisible();
		api.use(procedure('collections', 'preflight', () => ({ tokenCount: 3, findings: [] })));
		await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
		expect(await screen.findByText(/^Nothing stands in the way/)).toBeVisible();
	});
});
