import '@backcounter/ui/styles.css';
