import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import type { Row } from '#model'
import { classStaff } from '#modules/campus/model/people.ts'
import { student } from '#modules/student/model/student.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { photoBatch, photoLine } from './model/batch.ts'
import { type Kind, studentPhoto } from './model/photo.ts'

export type Photo = Row<typeof studentPhoto>
export interface Sitter {
  id: string
  studentNo: string
  actor: Actor
}
/** A school with a counsellor, an office and students who have their pictures taken. */
export interface PhotoSchool extends SmallSchool {
  fdy: Actor
  /** Head teacher of 软件2301, counsellor of 网络2301. */
  he: Actor
  officer: Actor
  sitter(given?: Record<string, unknown>): Promise<Sitter>
  record(id: string): Promise<Row<typeof student>>
  photos(studentId: string, kind?: Kind): Promise<Photo[]>
  photo(id: string): Promise<Photo>
  /** Opens a batch and returns its id. */
  batch(given?: Record<string, unknown>): Promise<string>
  piece(batchId: string, file: Buffer, name?: string): Promise<void>
  /** All in one piece, until it is done: the lines by name. */
  send(files: Readonly<Record<string, Buffer>>, given?: Record<string, unknown>): Promise<{ batch: Row<typeof photoBatch>; lines: Record<string, string> }>
}
export const photoSchool = fixture(
  'photo',
  smallSchool,
  async (school: SmallSchool) => {
    const { ids } = school
    const fdy = await school.as({ roles: ['fdy'], teacherId: ids.lin, departmentId: ids.info, nickName: '林知夏' })
    await school.db.insert(classStaff, { classId: ids.s2301, teacherId: ids.he, role: 'bzr', startDate: '2023-09-01', isPrimary: true })
    const he = await school.as({ roles: ['fdy', 'bzr'], teacherId: ids.he, departmentId: ids.info, nickName: '何文博' })
    const officer = await school.as({ roles: ['officer'], nickName: '李主任' })
    return { fdy, he, officer }
  },
  (school): PhotoSchool => ({ ...school, ...helpersOf(school) }),
)
type Base = SmallSchool & Pick<PhotoSchool, 'fdy' | 'he' | 'officer'>
function helpersOf(s: Base): Omit<PhotoSchool, keyof Base> {
  const helpers: Omit<PhotoSchool, keyof Base> = {
    async sitter(given = {}) {
      const draft = draftOf(s.ids.s2301, given)
      const { data } = must(await s.officer.post<{ id: string }>('base/student/add', draft))
      return { id: data.id, studentNo: String(draft.studentNo), actor: await selfOf(s, data.id) }
    },
    record: id => s.db.unscoped(student).one(id),
    photos: (studentId, kind = 'enrolment') => s.db.unscoped(studentPhoto).all({ studentId, kind }, { sort: ['createdAt'] }),
    photo: id => s.db.unscoped(studentPhoto).one(id),
    async batch(given = {}) {
      const draft = { name: '新生照片', kind: 'enrolment', source: 'school', expected: 10, ...given }
      return must(await s.officer.post<{ id: string }>('photo/photoBatch/open', draft)).data.id
    },
    async piece(id, file, name = 'piece.zip') {
      must(await s.officer.post('photo/photoBatch/addPiece', { id, fileId: await uploaded(s.officer, file, name) }))
    },
    async send(files, given) {
      const id = await helpers.batch({ expected: Object.keys(files).length, ...given })
      await helpers.piece(id, await zipped(files))
      must(await s.officer.post('photo/photoBatch/finish', { id }))
      await s.server.settle()
      const lines = await s.db.unscoped(photoLine).all({ batchId: id })
      return { batch: await s.db.unscoped(photoBatch).one(id), lines: Object.fromEntries(lines.map(l => [l.name, l.fault ?? l.result])) }
    },
  }
  return helpers
}
function must<T>(answer: Answer<T>): Answer<T> {
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer
}
export const uploaded = async (who: Actor, file: Buffer, name: string): Promise<string> =>
  must(await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', file, name)).data.fileId
export async function zipped(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(files)) archive.addBuffer(content, name)
  archive.end()
  return buffer(archive.outputStream)
}
export interface Look {
  width?: number
  height?: number
  color?: string
  format?: 'jpeg' | 'png'
  quality?: number
}
let drawn = 0
/** A head before a plain background; no two are the same. Grain makes the file as large as a photograph. */
export async function face({ width = 480, height = 640, color = '#3c78d8', format = 'jpeg', quality = 95 }: Look = {}): Promise<Buffer> {
  const n = ++drawn
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/>
    <ellipse cx="50%" cy="45%" rx="${18 + (n % 5)}%" ry="22%" fill="#e8c4a0"/><rect x="20%" y="72%" width="60%" height="28%" fill="rgb(${n % 256},${(n >> 8) % 256},60)"/></svg>`
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
    .png()
    .toBuffer()
  return sharp(Buffer.from(head))
    .composite([{ input: grain, blend: 'soft-light' }])
    .toFormat(format, { quality })
    .toBuffer()
}
