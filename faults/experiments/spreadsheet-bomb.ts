import { rawWorkbook, zipped } from '#testing/workbook.ts'
import { ask, keepAsking, percentile, type Reply, tally, until } from '../client.ts'
import { type Experiment, finding } from '../experiment.ts'

const MB = 1024 * 1024
const MOST_MS = 500
const MOST_MEMORY_MB = 1200
interface Job {
  state: string
  message: string | null
}
/** One cell of spaces, many parts that declare a small size, and text that compresses less. */
const bombs = async (): Promise<Array<[name: string, file: Buffer]>> => [
  ['one cell of 300 MB', await rawWorkbook([{ xml: `<sheetData><row><c t="str"><v>${' '.repeat(300 * MB)}</v></c></row></sheetData>` }])],
  ['shared strings of 300 MB', await rawWorkbook([{ xml: '<sheetData/>' }], { strings: `<si><t>${'0123456789abcdef'.repeat((300 * MB) / 16)}</t></si>` })],
  ['three thousand parts', await zipped(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`xl/part${i}.xml`, '<x/>'])))],
]

export const spreadsheetBomb: Experiment = {
  title: 'Spreadsheets built to hurt are handed in beside normal work: each is refused by name, and the work goes on (p99 below 500 ms).',
  control: 'how large a part may grow and how far it may inflate is not looked at (taken out of the source)',
  without: [
    { file: 'kernel/server/spreadsheets/zip.ts', from: '{ parts: 1000, partMb: 400, totalMb: 1000, ratio: 200 }', to: '{ parts: 1e9, partMb: 1e9, totalMb: 1e9, ratio: 1e9 }' },
  ],
  views: [],
  async run(stage) {
    const instance = await stage.start()
    const [officer, reader] = await stage.people(['bench-officer', 'bench-east'], instance.port)
    if (!officer || !reader) throw new Error('the officer is gone')
    const given = await bombs()
    const work = keepAsking(4, caller => ask(reader, caller % 2 ? 'base/student/list?size=20' : 'base/todo/count'), 50)
    await until(() => work.replies.length > 200, 60)
    const before = percentile(work.replies, 0.99)
    const begun = work.replies.length
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, instance.memoryOfAll())
    }, 100)
    const fates: string[] = []
    let refused = 0
    for (const [name, file] of given) {
      const fate = await handIn(officer, file)
      fates.push(`${name} (${(file.length / MB).toFixed(1)} MB): ${fate.says}`)
      if (fate.isRefused) refused++
    }
    clearInterval(watch)
    const during = (await work.stop()).slice(begun)
    const p99 = percentile(during, 0.99)
    return [
      finding('what became of them', fates.join('; '), refused === given.length),
      finding('others meanwhile', `${tally(during)}; p99 ${p99.toFixed(0)} ms, ${before.toFixed(0)} ms before`, during.every(r => r.code === 200) && p99 < MOST_MS),
      finding('memory of the server and its helpers', `${most} MB at most`, most < MOST_MEMORY_MB),
    ]
  },
}
const REFUSED = /压缩|过大|太大|超过|部件|展开/
async function handIn(officer: Parameters<typeof ask>[0], file: Buffer): Promise<{ says: string; isRefused: boolean }> {
  const form = new FormData()
  form.append('mode', 'upsert')
  form.append('file', new Blob([new Uint8Array(file)]), '学生名单.xlsx')
  const sent: Reply = await ask(officer, 'base/student/import', form)
  if (sent.code !== 200) return { says: sent.msg, isRefused: REFUSED.test(sent.msg) }
  const { jobId } = sent.data as { jobId: string }
  let job: Job = { state: 'validating', message: null }
  await until(async () => {
    job = (await ask(officer, `sheet/importJob/getOne?id=${jobId}`)).data as Job
    return !['validating', 'writing'].includes(job.state)
  }, 60)
  const says = `${job.state}, ${job.message ?? 'nothing said'}`
  return { says, isRefused: job.state === 'failed' && REFUSED.test(says) }
}
