/** The module's public interface to other modules. */
export { type BedSide, supplyBeds } from './bed-side.ts'
export { countsByClass } from './compute.ts'
export { standingSince } from './history.ts'
export { type PhotoSide, supplyPhotos, withoutPhoto } from './photo-side.ts'
export { afterUpdate, preparePatch } from './record.ts'
export { moveStatus, type StatusMove } from './status.ts'
export { accountsOf, ownStudentId, type StudentOf, selfStudent, studentByNo, studentOf, studentsByNo, studentsOf, withStudents } from './students.ts'
