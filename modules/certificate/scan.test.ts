import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { type Pupil, proofOf, rulesOf } from '#modules/standing/testing.ts'
import { scanOf } from './model/read-scan.ts'
import { studentCert } from './model/student-cert.ts'
import { type CertSchool, certSchool } from './testing.ts'

const scan = (...args: Parameters<typeof scanOf>) => Object.values(scanOf(...args))
describe('what stands on a scan', () => {
  it('is the number after its words, and the dates by what stands before them', () => {
    expect(scan(['证书编号：S0000 1234 5678', '身份证号：440301200501012345', '出生日期 2005年1月1日', '发证日期：2025年6月30日', '有效期至：2028-06-29'], '')).toEqual([
      'S000012345678',
      '2025-06-30',
      '2028-06-29',
    ])
    expect(scan(['编号：', 'No. 20250001', '有效期限', '2024年3月1日 至 2027年3月1日', '二〇二四年三月二十日'], '')).toEqual(['20250001', '2024-03-20', '2027-03-01'])
    expect(scan(['Certificate No.: AB-12345', 'Date of issue 2025.01.09', 'Valid until 2026/1/8'], '')).toEqual(['AB-12345', '2025-01-09', '2026-01-08'])
  })
  it('is the number that fits the format of the entry, never that of a person', () => {
    expect(scan(['准考证号：110011001100110', '成绩报告单编号：2026 0012 3456 789'], '#{15}')[0]).toBe('202600123456789')
    expect(scan(['202600123456789'], '#{15}')[0]).toBe('202600123456789')
    expect(scan(['证书编号：12-3', '身份证号 440301200501012345'], '#{18}')[0]).toBeNull()
  })
  it('stays empty where it is not clear: no such day, a month only, two dates of issue', () => {
    expect(scan(['发证日期 2025年2月30日', '2025年6月'], '')).toEqual([null, null, null])
    expect(scan(['2025年6月1日', '2025年7月1日'], '')).toEqual([null, null, null])
    expect(scan(['发证日期 2025年6月1日', '签发日期 2025年7月1日'], '')).toEqual([null, null, null])
  })
})
describe('text recognition of the school', () => {
  let s: CertSchool
  let who: Pupil
  let service: Server
  let answer: { status: number; body: unknown }
  const heard: Array<{ key: string | undefined; type: string | undefined; bytes: number }> = []
  const read = async (by = who, fileId?: string) =>
    by.actor.post<Record<string, string | null>>('certificate/studentCert/readScan', { fileId: fileId ?? (await proofOf(who.actor))[0], catalogId: s.english })
  const offered = async () => (await who.actor.get<{ readsScans: boolean }>('certificate/studentCert/form', {})).data.readsScans
  beforeAll(async () => {
    s = await certSchool()
    who = await s.pupil()
    service = createServer(async (request, reply) => {
      const { authorization: key, 'content-type': type } = request.headers
      heard.push({ key, type, bytes: (await buffer(request)).length })
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
    await new Promise<void>(ready => service.listen(0, '127.0.0.1', ready))
    vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await new Promise(gone => service.close(gone))
    await s.close()
  })
  it('is offered only where the school has set it up', async () => {
    expect(await offered()).toBe(false)
    expect(rulesOf(await read())).toEqual(['noReader'])
  })
  it('proposes number and dates of an own upload and stores nothing; without an answer the student types', async () => {
    await setParams(s, 'certificate', { scanUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/text`, scanKey: s.db.sealed('key of the school') })
    expect(await offered()).toBe(true)
    answer = { status: 200, body: { lines: ['全国大学英语四级考试', '证书编号：202600123456789', '发证日期：2025年8月25日'] } }
    expect((await read()).data).toEqual({ certNo: '202600123456789', issuedOn: '2025-08-25', expiresOn: null })
    expect(heard).toEqual([{ key: 'Bearer key of the school', type: expect.stringMatching(/^(image|application)\//), bytes: expect.any(Number) }])
    expect(heard[0]?.bytes).toBeGreaterThan(0)
    expect(await s.db.unscoped(studentCert).count({ studentId: who.id })).toBe(0)

    const [theirs] = await proofOf((await s.pupil()).actor)
    expect((await read(who, theirs)).code).toBe(422)
    expect(heard).toHaveLength(1)
    for (const bad of [
      { status: 500, body: {} },
      { status: 200, body: { text: 'none' } },
    ]) {
      answer = bad
      expect(rulesOf(await read())).toEqual(['silent'])
    }
  })
})
