import { z } from 'zod';
import { comfyui } from './comfyui.ts';
import type { EngineDescriptor, EngineService, KeyFormat } from './descriptor.ts';
import { serviceEngineNames } from './engine-names.ts';
import { forge } from './forge.ts';
import { gemini } from './gemini.ts';
import { layers } from './layers.ts';
import { openai } from './openai.ts';
import { sdwebui } from './sdwebui.ts';

/** Engines that call a service for each image. */
export const serviceEngineSchema = z.enum(serviceEngineNames);
export type ServiceEngineName = z.infer<typeof serviceEngineSchema>;

/** Engines that draw what an order chooses from the catalogue. */
export const catalogueEngineSchema = z.enum([...serviceEngineSchema.options, 'forge']);
export type CatalogueEngineName = z.infer<typeof catalogueEngineSchema>;

/** All engines, in the order in which they are offered. */
export const engineSchema = z.enum([...catalogueEngineSchema.options, 'layers']);
export type EngineName = z.infer<typeof engineSchema>;

/** What an order gets that names none. */
export const defaultEngine: CatalogueEngineName = 'gemini';

/** What is known of every engine before it is configured. */
export const engines: Readonly<
	Record<ServiceEngineName, EngineDescriptor & { readonly service: EngineService }> &
		Record<EngineName, EngineDescriptor>
> = { gemini, openai, sdwebui, comfyui, forge, layers };

/** Whether images come from a service, which may refuse, throttle and be away, and never paints the same picture twice. */
export const isServiceEngine = (engine: EngineName): engine is ServiceEngineName => engines[engine].service !== null;

/** Whether its calls cost money. */
export const isPaidEngine = (engine: EngineName): boolean => engines[engine].service?.isPaid === true;

/** The key, or the login, that its calls carry; null where they never carry any. */
export const getKeyFormat = (engine: EngineName): KeyFormat | null => engines[engine].service?.key ?? null;

/** Whether nothing can be made without a key. */
export const requiresKey = (engine: EngineName): boolean => (getKeyFormat(engine)?.missing ?? null) !== null;

/** Whether an image made again becomes another picture, so that there is a reason to make it again. */
export const makesVariations = (engine: EngineName): boolean => engines[engine].capabilities.variations;

/** Whether an order says where the engine's service is. */
export const hasOwnAddress = (engine: EngineName): boolean => engines[engine].service?.hasOwnAddress === true;

/** Whether an order brings the workflow that the engine's service paints by. */
export const takesWorkflow = (engine: EngineName): boolean => engines[engine].service?.takesWorkflow === true;
