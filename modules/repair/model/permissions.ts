/** Reporting, and what applicants do with their own orders. */
export const APPLY = 'repair:repairOrder:apply'
/** What a dispatcher does; a school may make a role 维修调度 of it. */
export const DISPATCH = 'repair:repairOrder:dispatch'
/** What a repair worker does, always on own sheets only. */
export const WORK = 'repair:workSheet:work'
/** The storekeeper's. */
export const KEEP = 'repair:stockMove:keep'
