import { PASSWORD } from './database.ts'
import { openBenchSchool } from './school.ts'

/** Opens and fills a school with the modules of this source tree: DATABASE_URL, DATA_DIR and the number of students. */
const { DATABASE_URL: url = '', DATA_DIR: dataDir = '' } = process.env
await openBenchSchool({ url, dataDir, count: Number(process.argv[2]), password: PASSWORD })
process.exit(0)
