import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planReads } from './plan-reads.ts';

const piece = (sha256: string, start: number, length: number, targetOffset: number) => ({
	sha256,
	start,
	length,
	targetOffset,
});

it('neighbours in one object share a request, far ones and other objects do not', () => {
	const reads = planReads([
		piece('pack', 0, 100, 0),
		piece('picture', 0, 300_000, 100),
		piece('pack', 100, 50, 300_100),
		piece('pack', 40_000, 10, 300_150),
		piece('pack', 10_000_000, 10, 300_160),
		piece('nothing', 5, 0, 300_170),
	]);
	expect(reads.map(({ sha256, start, length, parts }) => [sha256, start, length, parts.length])).toEqual([
		['pack', 0, 40_010, 3],
		['pack', 10_000_000, 10, 1],
		['picture', 0, 300_000, 1],
	]);
});

it('a large piece is several requests', () => {
	const reads = planReads([piece('large', 7, 5 << 20, 3)]);
	expect(reads.map(({ start, length }) => [start, length])).toEqual([
		[7, 2 << 20],
		[7 + (2 << 20), 2 << 20],
		[7 + (4 << 20), 1 << 20],
	]);
	expect(reads.flatMap(({ parts }) => parts.map(({ targetOffset }) => targetOffset))).toEqual([
		3,
		3 + (2 << 20),
		3 + (4 << 20),
	]);
});

it('every byte that is asked for is fetched, to where it goes, whatever is asked for', () => {
	const range = fc.record({
		sha256: fc.constantFrom('one', 'two'),
		start: fc.nat(5_000_000),
		length: fc.nat(3_000_000),
	});
	fc.assert(
		fc.property(fc.array(range, { maxLength: 20 }), (ranges) => {
			let targetOffset = 0;
			const pieces = ranges.map((each) => {
				const located = { ...each, targetOffset };
				targetOffset += each.length;
				return located;
			});
			const fetched = planReads(pieces).flatMap(({ sha256, start, length, parts }) =>
				parts.map((part) => {
					expect(part.start).toBeGreaterThanOrEqual(start);
					expect(part.start + part.length).toBeLessThanOrEqual(start + length);
					return { ...part, sha256 };
				}),
			);
			const ordered = fetched.toSorted((left, right) => left.targetOffset - right.targetOffset);
			let covered = 0;
			for (const part of ordered) {
				expect(part.targetOffset).toBe(covered);
				covered += part.length;
				const asked = pieces.find(
					(each) =>
						each.length > 0 &&
						each.targetOffset <= part.targetOffset &&
						part.targetOffset < each.targetOffset + each.length,
				);
				expect(part).toMatchObject({
					sha256: asked?.sha256,
					start: (asked?.start ?? 0) + part.targetOffset - (asked?.targetOffset ?? 0),
				});
			}
			expect(covered).toBe(targetOffset);
		}),
		{ numRuns: 200 },
	);
});
