/**
 * '10,000', as `toLocaleString('en')` writes it. The first number that a page has `Intl` write makes the browser load its
 * data, and answer nothing meanwhile.
 */
export const formatNumber = (value: number | bigint): string =>
	typeof value === 'bigint' || Number.isSafeInteger(value)
		? String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
		: value.toLocaleString('en');
