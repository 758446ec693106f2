import { student } from '#modules/student/model/student.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  studentPhoto: async (n, db) => {
    const { id: studentId, personId } = await sampleRow(db, student)
    return { studentId, personId, kind: 'enrolment', state: 'pending', isCurrent: false, batchId: null, sha256: `sample${n}`, width: 480, height: 640, bytes: 40_000 }
  },
  photoBatch: () => ({ state: 'uploading', endedAt: null }),
  photoLine: n => ({ name: `照片${n}.jpg`, result: 'unmatched', fault: 'nobody', studentId: null, photoId: null }),
  collectionCode: n => ({ code: `C${n}`, state: 'downloaded', takenOn: null }),
}
export default samples
