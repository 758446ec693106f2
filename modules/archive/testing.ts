import sql from 'sql-template-tag'
import { approveAs, type Pupil, type StandingSchool, standingSchool, yearsOn } from '#modules/standing/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { type ArchiveDispatch, archiveDispatch } from './model/archive-dispatch.ts'
import { type ArchiveFile, archiveFile } from './model/archive-file.ts'
import { archiveLocation } from './model/archive-location.ts'
import { archiveRequirement } from './model/archive-requirement.ts'

export interface ArchiveSchool extends StandingSchool {
  keeper: Actor
  second: Actor
  places: Readonly<Record<'room' | 'cabinet' | 'box', string>>
  /** A student whose file is expected. */
  owner(given?: Record<string, unknown>): Promise<Pupil>
  file(studentId: string): Promise<ArchiveFile>
  receive(code: string, more?: object, by?: Actor): Promise<Answer<{ archiveNo: string; missing: string[] }>>
  /** A student whose file lies in the store. */
  stored(given?: Record<string, unknown>): Promise<Pupil & { file: ArchiveFile }>
  act(by: Actor, verb: string, input: object): Promise<Answer<{ done: number }>>
  /** Closed by one keeper and checked by the other. */
  sealed(given?: Record<string, unknown>): Promise<Pupil & { file: ArchiveFile }>
  moves(fileId: string): Promise<string[]>
  form(more?: object): object
  /** Verified by counsellor and college. */
  destined(who: Pupil, more?: object): Promise<string>
  /** All papers are there, sealed by two, and it is known where the file goes. */
  ready(given?: object): Promise<Pupil & { file: ArchiveFile }>
  pack(ids: readonly string[], more?: object, by?: Actor): Promise<Answer<{ batchNo: string; letters: number; files: number }>>
  letterOf(studentId: string): Promise<ArchiveDispatch>
  letterAct<T = unknown>(by: Actor, verb: string, input: object): Promise<Answer<T>>
  /** In its envelope and on its way. */
  sent(given?: object): Promise<Pupil & { file: ArchiveFile; letter: ArchiveDispatch }>
}
export const must = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.errors)}`)
  return answer.data
}
type Base = StandingSchool & Pick<ArchiveSchool, 'keeper' | 'second' | 'places'>
function helpersOf(s: Base): Omit<ArchiveSchool, keyof Base> {
  const file: ArchiveSchool['file'] = async studentId => (await s.db.unscoped(archiveFile).find({ studentId })) as ArchiveFile
  const receive: ArchiveSchool['receive'] = (code, more = {}, by = s.keeper) =>
    by.post('archive/archiveFile/receive', { code, locationId: s.places.cabinet, receiveMethod: 'confidentialPost', ...more })
  const act: ArchiveSchool['act'] = (by, verb, input) => by.post(`archive/archiveFile/${verb}`, input)
  const owner: ArchiveSchool['owner'] = async given => {
    const who = await s.pupil(given)
    await s.server.settle()
    return who
  }
  const stored: ArchiveSchool['stored'] = async given => {
    const who = await owner(given)
    must(await receive((await file(who.id)).archiveNo))
    return { ...who, file: await file(who.id) }
  }
  const sealed: ArchiveSchool['sealed'] = async given => {
    const who = await stored(given)
    must(await act(s.keeper, 'seal', { ids: [who.file.id] }))
    must(await act(s.second, 'checkSeal', { ids: [who.file.id] }))
    return { ...who, file: await file(who.id) }
  }
  const form: ArchiveSchool['form'] = (more = {}) => ({
    ...{ gradYear: Number(yearsOn(1).slice(0, 4)), kind: '10', unitName: '远航科技有限公司' },
    ...{ archiveRecipient: '市人才服务中心', archiveAddress: '滨江路 8 号', contact: '王老师 027-88880000', ...more },
  })
  const destined: ArchiveSchool['destined'] = async (who, more) => {
    const { id, instanceId } = must(await who.actor.post<{ id: string; instanceId: string }>('archive/graduateDestination/apply', form(more)))
    for (const by of [s.fdy, s.college]) must(await approveAs(by, instanceId))
    await s.server.settle()
    return id
  }
  const ready: ArchiveSchool['ready'] = async (given = {}) => {
    const who = await stored()
    const paper = { fileId: who.file.id, kind: 'enrolment', title: '入学登记表', docDate: '2024-09-01', copies: 1, isOriginal: true, filedOn: '2024-09-02' }
    must(await s.keeper.post('archive/archiveMaterial/add', paper))
    must(await act(s.keeper, 'seal', { ids: [who.file.id] }))
    must(await act(s.second, 'checkSeal', { ids: [who.file.id] }))
    await destined(who, given)
    return { ...who, file: await file(who.id) }
  }
  const pack: ArchiveSchool['pack'] = (ids, more = {}, by = s.keeper) => by.post('archive/archiveDispatch/pack', { ids, carrier: 'ems', ...more })
  const letterOf: ArchiveSchool['letterOf'] = async studentId => s.db.unscoped(archiveDispatch).one((await file(studentId)).dispatchId ?? '')
  const letterAct: ArchiveSchool['letterAct'] = (by, verb, input) => by.post(`archive/archiveDispatch/${verb}`, input)
  return {
    ...{ file, receive, act, owner, stored, sealed, form, destined, ready, pack, letterOf, letterAct },
    async sent(given) {
      const who = await ready({ archiveRecipient: `人才中心${serial('unit')}`, ...given })
      must(await pack([who.file.id]))
      const { id, letterNo } = await letterOf(who.id)
      must(await letterAct(s.keeper, 'scan', { letterNo, code: who.file.archiveNo }))
      must(await letterAct(s.keeper, 'send', { letterNo, trackingNo: `EM${serial('tracking')}CN` }))
      return { ...who, file: await file(who.id), letter: await s.db.unscoped(archiveDispatch).one(id) }
    },
    moves: async fileId =>
      (await s.db.query<{ kind: string }>(sql`select kind from archive_move where tenant_id = ${s.tenantId} and file_id = ${fileId} order by at, id`)).map(m => m.kind),
  }
}
/** A school with a store of one cabinet and two people who keep it; files of its level need an entry form. */
export const archiveSchool = fixture(
  'archive',
  standingSchool,
  async (s: StandingSchool) => {
    const keeper = await s.as({ roles: ['officer'], teacherId: s.ids.he, nickName: '管档甲' })
    const second = await s.as({ roles: ['officer'], nickName: '管档乙' })
    const room = (await s.db.insert(archiveLocation, { code: 'K1', name: '一号库房', kind: 'room' })).id
    const cabinet = (await s.db.insert(archiveLocation, { code: 'K1-3', name: '3 柜', kind: 'cabinet', parentId: room })).id
    const layer = (await s.db.insert(archiveLocation, { code: 'K1-3-1', name: '1 层', kind: 'layer', parentId: cabinet })).id
    const box = (await s.db.insert(archiveLocation, { code: 'K1-3-1-1', name: '1 盒', kind: 'box', parentId: layer })).id
    await s.db.insert(archiveRequirement, { educationLevel: '5', kind: 'enrolment' })
    return { keeper, second, places: { room, cabinet, box } }
  },
  (s): ArchiveSchool => ({ ...s, ...helpersOf(s) }),
)
