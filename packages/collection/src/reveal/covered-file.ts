/** The one file of metadata that stands for every item until the reveal. */
export const coveredFileName = 'covered.json';
