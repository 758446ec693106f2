import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { fetchAhead } from '#web/app/prefetch.ts'
import { watchFaults } from '#web/app/report-faults.ts'
import { setLanguage } from '#web/i18n/index.ts'
import { broughtBack } from '#web/session/leave.ts'
import { theme } from '#web/theme/config.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
watchFaults()
addEventListener('pageshow', broughtBack)
// Chinese is there at once; another language's pack comes first, so that nothing flickers and the server is asked in it. Without it Chinese is shown.
void setLanguage(theme.get().globalI18n)
  .catch(() => undefined)
  .then(() => {
    fetchAhead()
    createRoot(root).render(<App />)
  })
