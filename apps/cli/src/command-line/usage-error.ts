/** The command line, or what it names, cannot be used; its message is the one line the operator sees, and the exit status is 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
