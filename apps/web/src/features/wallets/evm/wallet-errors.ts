const closedCode = 4001;
const busyCode = -32_002;
const unknownChainCode = 4902;

/** Codes of an error and of what caused it, the wallet's own word last. */
function codesOf(error: unknown): readonly number[] {
	const codes: number[] = [];
	for (let at = error; typeof at === 'object' && at !== null; at = 'cause' in at ? at.cause : null) {
		if ('code' in at && typeof at.code === 'number') codes.push(at.code);
	}
	return codes;
}

/** Whether the user closed what the wallet asked. */
export const isUserRejection = (error: unknown): boolean => codesOf(error).at(-1) === closedCode;

/** Whether the wallet still waits for the answer to an earlier question. */
export const isWalletBusy = (error: unknown): boolean => codesOf(error).includes(busyCode);

/** Whether the wallet does not know the chain that it was asked to switch to. */
export function isChainUnknown(error: unknown): boolean {
	if (codesOf(error).includes(unknownChainCode)) return true;
	// https://github.com/MetaMask/metamask-mobile/issues/2944
	for (let at = error; at instanceof Error; at = at.cause) {
		const { data } = at as { data?: { originalError?: { code?: unknown } } };
		if (data?.originalError?.code === unknownChainCode) return true;
	}
	return false;
}

/** Whether an error, or what caused it, has one of these names. */
export function isErrorNamed(error: unknown, ...names: readonly string[]): boolean {
	if (!(error instanceof Error)) return false;
	return names.includes(error.name) || isErrorNamed(error.cause, ...names);
}
