document.title = "Weir";
