/** Ids and addresses that several features' examples share, so that they tell one story. */

export const generationJobId = '0b8f5f7e-6a5f-4b0e-9f57-2f6a3b1d9c10';
export const imageId = '5d3a1c86-0c8e-4f0b-8a55-91b1c1f2a7e3';
export const mergeJobId = '7f1c1f0a-52b7-4a7e-9d1e-0c6d2b5a4e11';
export const saleId = '3a9f0c55-1a35-4c3e-8f0d-6f1f7b0f2c21';
export const reservationId = '0c9a52f6-0c2f-4f6e-9b43-2f1f9d3c7a10';

/** The hash of a transaction on Polygon. */
export const transactionHash = '0x8f3c1d5e7a9b0c2d4e6f8a1b3c5d7e9f0a2b4c6d8e0f1a3b5c7d9e1f3a5b7c9d';
/** A creator's wallet on Solana. */
export const creatorAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
/** A collection on Solana. */
export const collectionAddress = 'E1fS4ZL7yT5nVgvE9tV4VtZbX4m7Z9u2hJ9h8yq6p3Qd';
