import { defineModule } from '#model'
import { ring } from './model/herald.ts'

export default defineModule({ code: 'herald', name: '测试事件', needs: ['job'], events: ['herald.rang'], actions: [ring] })
