/** What a job says of itself when its key may paint no more that day; the same sentence in the API and on the page. */
export const dayQuotaUsedUp = 'The day’s quota of this API key is used up.';

/** What a job says of itself when its key may never use the model, and the ways out. */
export const modelNotInPlan =
	'The plan of this API key does not include the model. Choose another model in a new order, or a key whose plan has it.';
