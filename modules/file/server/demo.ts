import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { demoFile } from '#server/demo/files.ts'
import { fileDoc, fileFolder } from '../model/files.ts'

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  请假与考勤: ['学生请假申请表', '外出实习审批表', '离校留校登记表'],
  资助与奖励: ['家庭经济困难学生认定申请表', '国家奖学金申请审批表', '勤工助学岗位申请表'],
  学籍: ['休学申请表', '复学申请表', '转专业申请表'],
  宿舍: ['调宿申请表', '校外住宿申请表', '宿舍安全承诺书'],
}
/** Twelve forms in four folders, for everybody. */
export default async function demo(db: Db): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  if (!officer) return
  for (const [i, [name, docs]] of Object.entries(FOLDERS).entries()) {
    const folder = await db.insert(fileFolder, { name, sort: i })
    for (const doc of docs) {
      const id = uuidv7()
      const content = `${doc}\n\n姓名：\n学号：\n班级：\n事由：\n\n本人签字：\n日期：\n`
      const fileId = await demoFile(db, fileDoc, id, { name: `${doc}.txt`, content, field: 'file', ownerId: officer.id })
      const editions = [{ edition: 1, fileId, at: new Date().toISOString(), byName: '学工处' }]
      await db.insert(fileDoc, { id, name: doc, folderId: folder.id, file: [fileId], audience: { all: true }, edition: 1, editions })
    }
  }
}
