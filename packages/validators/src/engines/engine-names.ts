/** Engines that call a service for each image. Without zod, since what loads first on every page names them. */
export const serviceEngineNames = ['gemini', 'openai', 'sdwebui', 'comfyui'] as const;
