/** Local storage that never throws: private windows and full disks only forget. */
export const localStore = {
  getItem(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch (cause) {
      console.warn(`Reading ${name} from local storage:`, cause);
      return null;
    }
  },
  setItem(name: string, value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch (cause) {
      console.warn(`Writing ${name} to local storage:`, cause);
    }
  },
};
