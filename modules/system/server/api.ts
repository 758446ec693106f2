/** The module's public interface to other modules. */
export { giveRole, setAvatar, setProvedMobile } from './account-fields.ts'
export { type App, appsOf, appTitle, marksOf, sortMarks } from './apps.ts'
export { audienceAccounts, audienceSource, forCaller, freezeQueries, publishesWith, readableAccounts } from './audience.ts'
export { openPictures } from './carousel.ts'
export { mayOpen } from './may-open.ts'
export { setting } from './parameters.ts'
export { submitParameters } from './submit-parameters.ts'
export { assertMayManage, manageable } from './users.ts'
