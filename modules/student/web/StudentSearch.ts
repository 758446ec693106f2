import { address, get, type PageOf, post } from '#web/http/index.ts'
import type { Finder } from '#web/shell/finders.ts'
import { student } from '../model/student.ts'

const MOST = 6
interface Row {
  id: string
  studentNo: string | null
  name: string
  className?: string | null
}
/** Student search by number, name, pinyin or initials, within the user's scope. Opening a result writes an audit entry. */
const finder: Finder = {
  title: '学生',
  permission: 'student:student:list',
  async find(typed, signal) {
    const { result } = await get<PageOf<Row>>(address(student, 'list'), { keyword: typed, size: MOST, sort: '-studentNo' }, { signal, quiet: true })
    return result.map(row => ({
      key: `student ${row.id}`,
      title: row.name,
      note: [row.studentNo, row.className].filter(Boolean).join(' · '),
      open: async () => {
        await post('base/student/open', { id: row.id })
        return `/student/profile?id=${row.id}`
      },
    }))
  },
}
export default finder
