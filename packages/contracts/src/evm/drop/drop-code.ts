import { type Hex, size, slice } from 'viem';
import { adxDropBytecode } from '../adx-drop-bytecode.gen.ts';
import { adxDropRuntime } from '../adx-drop-runtime.gen.ts';

const { start, length, immutables } = adxDropRuntime;

/** Without the values that each contract has of its own. */
function withoutImmutables(code: Hex): string {
	let masked = code.slice(2).toLowerCase();
	for (const [first, count] of immutables) {
		masked = `${masked.slice(0, 2 * first)}${'0'.repeat(2 * count)}${masked.slice(2 * (first + count))}`;
	}
	return masked;
}

/**
 * Whether what lies on a chain is the code of a drop, whatever it was made with: then what it answers is what its source
 * says, and no other contract that only answers alike.
 */
export function isDropCode(code: Hex): boolean {
	if (size(code) !== length) return false;
	return withoutImmutables(code) === withoutImmutables(slice(adxDropBytecode, start, start + length));
}
