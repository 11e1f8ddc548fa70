import { readLocal, removeLocal, writeLocal } from '../../lib/browser-storage.ts';

const apiKeyKey = 'adx_gemini_api_key';

/** The user's own Gemini key, kept in this browser only while they want it kept. */
export const readApiKey = () => readLocal(apiKeyKey) ?? '';
export const keepApiKey = (key: string) => writeLocal(apiKeyKey, key);
export const forgetApiKey = () => removeLocal(apiKeyKey);
