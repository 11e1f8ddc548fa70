import { createPlanDesk, type PlanQuestion } from './plan-desk.ts';

const desk = createPlanDesk((answer) => self.postMessage(answer));

self.addEventListener('message', ({ data }: MessageEvent<PlanQuestion>) => desk.ask(data));
