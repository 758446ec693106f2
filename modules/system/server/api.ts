/** What other modules may call. */
export { type App, appsOf, appTitle, marksOf } from './apps.ts'
export { audienceAccounts, forCaller, supplyResidents, supplySavedQuery } from './audience.ts'
export { setting } from './parameters.ts'
export { submitParameters } from './submit-parameters.ts'
