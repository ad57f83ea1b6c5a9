// The laboratory over HTTP.
import type { Experiment, NewExperiment } from "../wire";
import { get, post, remove } from "../lib/api";

const path = (experiment: string) => `/api/lab/${encodeURIComponent(experiment)}`;

export const beginExperiment = (asked: NewExperiment) => post<Experiment>("/api/lab", JSON.stringify(asked));
export const experimentNow = (experiment: string) => get<Experiment>(path(experiment));
/** Stops one that is under way, forgets one that is not. */
export const endExperiment = (experiment: string) => remove(path(experiment));
export const experimentFile = (experiment: string, file: string) => `${path(experiment)}/${file}`;
