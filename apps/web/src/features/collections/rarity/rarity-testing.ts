import type { PreflightFinding } from '@adx/validators/exports';
import type { RankedToken, Rarity } from '@adx/validators/rarity';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { publicConfig, signedInAs } from '../../../test/fixtures.ts';
import { openPage } from '../../../test/setup.tsx';

export const createToken = (place: number, changes: Partial<RankedToken> = {}): RankedToken => ({
	tokenNumber: place,
	name: `Frost #${place}`,
	imageUrl: `/api/collections/c-1/images/${place}`,
	rank: place,
	score: 2 - place / 1_000,
	tier: 'Common',
	uniqueTraits: 0,
	attributes: [{ trait_type: 'Race', value: 'Elf', count: 40 }],
	...changes,
});

/** A collection of so many tokens behind the API, and what was asked of it. */
export function serve(size: number, changes: Partial<Rarity> = {}, findings: readonly PreflightFinding[] = []) {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	// Room for what is drawn only as far as it is in view; jsdom lays nothing out.
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 84));
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84);
	const asked: number[] = [];
	const rarity = {
		id: 'c-1',
		name: 'Frost Court',
		kind: 'merged' as const,
		isMine: true,
		size,
		entropy: 5.214,
		provisional: size < 100,
		found: size,
		tiers: [{ tier: 'Common' as const, count: size }],
		traits: [{ trait: 'Race', missing: 0, values: [{ value: 'Elf', count: size }] }],
		tokens: Array.from({ length: size }, (_, place) => createToken(place + 1)),
		...changes,
	};
	api.use(
		procedure('auth', 'check', () => signedInAs('developer')),
		procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: [] })),
		procedure('collections', 'rarity', (input) => {
			const { offset, limit } = input as { offset: number; limit: number };
			asked.push(offset);
			const { search = '', order } = input as { search?: string; order?: string };
			const found = rarity.tokens.filter(({ name }) => name.includes(search));
			if (order === 'descending') found.reverse();
			return { ...rarity, found: found.length, tokens: found.slice(offset, offset + limit) };
		}),
		procedure('collections', 'preflight', () => ({ tokenCount: size, findings: [...findings] })),
	);
	return asked;
}

export function open(search = ''): void {
	openPage(`/collections/c-1/rarity${search}`);
}

export const heading = () => screen.findByRole('heading', { level: 1, name: 'Rarity of Frost Court' });
